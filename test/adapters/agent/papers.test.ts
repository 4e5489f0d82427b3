import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { citing, drifting, goodModel, prematureStop, spinning } from '../../support/namedModels';
import { sharedIndex } from '../cli/docmind';
import { askTeam, TEAM, teamMind, WHY } from './askTeam';

const index = sharedIndex();

/** The lines of a file of the handbook. */
function lines(path: string, from: number, to: number): string {
  return readFileSync(join(TEAM, path), 'utf8').split('\n').slice(from - 1, to).join('\n');
}

test('the second step of two is built from what the first one found, and the answer cites both files with their lines', async () => {
  const model = teamMind({
    gather: goodModel([
      { line: 'call searchDocs {"query":"用户认证模块 负责人"}' },
      { line: 'call searchDocs {"query":"$1 入职时间"}', clue: /用户认证模块由(\p{Script=Han}{2})负责/u },
    ]),
    answer: citing('用户认证模块由张三负责[{用户认证模块由张三}]。张三于 2019 年 3 月入职[{2019 年 3 月}]。'),
  });
  const { outcome, calls, of, yields, stop, run } = await askTeam('负责用户认证模块的开发者是哪一年入职的？', model, { index: index() });
  expect(calls).toEqual(['1 searchDocs 用户认证模块 负责人', '2 searchDocs 张三 入职时间']);
  expect(stop).toBe('enough');
  expect(yields[1]).toMatch(/^[1-9]\d*\//);
  expect(of('routing_fallback')).toEqual([]);
  expect(run.code).toBe(0);
  expect(outcome).toMatchObject({ route: 'AGENTIC', stopReason: 'answered', coverage: 1, invalidRefs: 0, unsupported: [], model: 'scripted' });
  expect(outcome.citations.map(({ path }) => path).sort()).toEqual(['docs/modules.md', 'people/zhang-san.md']);
  for (const { path, startLine, endLine, check, quote } of outcome.citations) {
    expect(check).toBe('verified');
    expect(quote, path).toBe(lines(path, startLine, endLine));
  }
});

test('the same asked in other words ends the search in the round that brings nothing new', async () => {
  const model = teamMind({
    gather: spinning(['Docker 部署指南', 'Docker 部署教程', 'Docker 安装部署步骤']),
    answer: citing('先运行 `docker login registry.harbour.example`[{docker login}]。'),
  });
  const { outcome, calls, stop, sent } = await askTeam('怎样一步一步用 Docker 部署 Harbour，然后检查它是否健康？', model, { index: index() });
  expect(calls).toEqual(['1 searchDocs Docker 部署指南', '2 searchDocs Docker 部署教程']);
  expect(stop).toBe('empty_round');
  expect(sent.map(({ purpose }) => purpose)).toEqual(['understand', 'gather', 'gather', 'answer']);
  expect(outcome).toMatchObject({ route: 'AGENTIC', stopReason: 'answered' });
  expect(outcome.citations.map(({ path }) => path)).toEqual(['docs/docker.md']);
});

test('a call that was made before is not made again', async () => {
  const again = 'call searchDocs {"query":"Docker 部署"}';
  const model = teamMind({ gather: () => again, answer: citing('登录镜像仓库[{docker login}]。') });
  const { of, stop } = await askTeam('怎样一步一步用 Docker 部署 Harbour，然后检查它是否健康？', model, { index: index() });
  expect(of('toolResult').map(({ status }) => status)).toEqual(['ok', 'repeated']);
  expect(of('toolResult')[1]?.message).toMatch(/^Already done: the results are \[1\]/);
  expect(stop).toBe('empty_round');
});

const COMPARISONS = [
  {
    question: 'What is the difference between Redis and Memcached?',
    answer: 'Redis writes its data to disk every 60 seconds [{every 60 seconds}]. Memcached writes nothing to disk [{Nothing is written}].',
  },
  {
    question: 'Redis 和 Memcached 的区别是什么？',
    answer: 'Redis 每 60 秒把数据写入磁盘[{every 60 seconds}]。Memcached 不写磁盘[{Nothing is written}]。',
  },
] as const;

/** A small model takes a comparison for a simple question. */
const SIMPLE = { intent: 'question', complexity: 'SIMPLE' };

test.for(COMPARISONS)('both things are looked up although the model stops after the first: $question', async ({ question, answer }) => {
  const model = teamMind({ understands: SIMPLE, gather: prematureStop('Redis'), answer: citing(answer) });
  const { outcome, calls, of, stop, sent } = await askTeam(question, model, { index: index() });
  expect(of('understand')[0]).toMatchObject({ by: 'model', profile: { complexity: 'MEDIUM', focuses: ['Redis', 'Memcached'] } });
  expect(of('route')[0]).toMatchObject({ route: 'AGENTIC' });
  expect(calls.map((call) => call.replace(/^\d /, ''))).toEqual(['searchDocs Redis', 'searchDocs Memcached']);
  expect(stop).toBe('enough');
  expect(sent.some(({ messages }) => messages.at(-1)?.content?.startsWith('Nothing was looked up for "Memcached" yet.'))).toBe(true);
  expect(outcome).toMatchObject({ route: 'AGENTIC', stopReason: 'answered', coverage: 1 });
  expect(outcome.citations.map(({ path }) => path).sort()).toEqual(['docs/memcached.md', 'docs/redis.md']);
});

test('a model that drifts away ends with its rounds, and what has to do with the question is what is answered from', async () => {
  const question = '夜里出现一级告警而且没有人响应，为什么会升级？';
  const model = teamMind({ gather: drifting('值班 升级'), answer: citing('十五分钟内无人响应时升级给组长[{升级给组长}]。') });
  const { outcome, of, sent, stop } = await askTeam(question, model, { index: index(), args: ['--max-rounds', '6'] });
  expect(of('round').length).toBeLessThanOrEqual(6);
  expect(['max_rounds', 'empty_round']).toContain(stop);
  const [first] = (of('finalize')[0]?.evidence ?? []) as { path: string }[];
  expect(first?.path).toBe('docs/oncall.md');
  expect(sent.at(-1)?.purpose).toBe('answer');
  expect(outcome.citations.map(({ path }) => path)).toEqual(['docs/oncall.md']);
});

test('evidence that matches weakly is answered from, and the model is told to say so', async () => {
  const model = teamMind({
    gather: goodModel([{ line: 'call searchDocs {"query":"how many bookings a guest may hold"}' }]),
    answer: citing('The sources match the question only weakly. A guest may hold 7 bookings [{at most 7}].'),
  });
  const { outcome, of, sent, run } = await askTeam('Why does `BOOKING_POOL_SIZE` limit how many bookings a guest may hold, and who set it?', model, { index: index() });
  expect(of('finalize')[0]).toMatchObject({ grade: 'LOW' });
  expect(sent.at(-1)?.text).toContain('The sources match the question weakly. Open by saying so');
  expect(outcome).toMatchObject({ stopReason: 'answered', grade: 'LOW' });
  expect(outcome.citations).toHaveLength(1);
  expect(run.code).toBe(0);
});

const UNANSWERABLE = [
  { question: 'Which quokka pelts does the zeppelin guild import, and why then from Ulaanbaatar?', queries: ['zeppelin guild pelts', 'quokka import'], says: 'Not in your documents.' },
  { question: '齐柏林飞艇公会为什么要进口袋鼠毛皮，然后又转卖给谁？', queries: ['飞艇公会 毛皮', '袋鼠 进口'], says: '文档中没有相关内容。' },
] as const;

test.for(UNANSWERABLE)('what is found nowhere is said so, with the queries that were tried: $says', async ({ question, queries, says }) => {
  const model = teamMind({
    gather: goodModel(queries.map((query) => ({ line: `call keywordSearch ${JSON.stringify({ query })}` }))),
    answer: () => 'say Quokka pelts are fine [1].',
  });
  const { outcome, of, run } = await askTeam(question, model, { index: index() });
  expect(run.code).toBe(3);
  expect(outcome).toMatchObject({ stopReason: 'nothingFound', citations: [], coverage: 0 });
  expect(outcome.answer).toContain(says);
  for (const query of queries) {
    expect(outcome.answer).toContain(query);
  }
  expect(of('routing_fallback')[0]).toMatchObject({ from: 'AGENTIC', to: 'ONE_SHOT' });
});

test('no bound is told to the model: with another one, the same is sent', async () => {
  const seeds = [];
  for (const rounds of ['1', '8']) {
    const model = teamMind({ gather: goodModel([{ line: 'call searchDocs {"query":"值班"}' }]), answer: citing('周一交接[{周一}]。') });
    const { sent } = await askTeam(WHY, model, { index: index(), args: ['--max-rounds', rounds] });
    const nonce = /<source-(\w+) /.exec(sent.at(-1)?.text ?? '')?.[1] ?? '';
    seeds.push(sent.find(({ purpose }) => purpose === 'gather')?.text.replaceAll(nonce, '…'));
  }
  expect(seeds[0]).toBe(seeds[1]);
  expect(seeds[0]).toContain('Use as few rounds as possible.');
});

test('what the model writes while it gathers is never the answer, nor shown to whoever writes it', async () => {
  const prose = 'The moon is made of cheese, says nobody.';
  const gather = goodModel([{ line: `say ${prose} => call searchDocs {"query":"值班 交接"}` }]);
  const model = teamMind({
    gather: (asked) => gather(asked).replace('That is enough.', prose),
    answer: citing('每周一上午十点交接[{每周一}]。'),
  });
  const { outcome, run, sent } = await askTeam(WHY, model, { index: index() });
  expect(outcome.answer).toBe('每周一上午十点交接[1]。');
  expect(run.stdout).not.toContain('cheese');
  expect(sent.filter(({ purpose, text }) => purpose === 'answer' && text.includes('cheese'))).toEqual([]);
});
