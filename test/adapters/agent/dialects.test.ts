import { expect, test } from 'vitest';
import { citing, goodModel, prematureStop } from '../../support/namedModels';
import type { Asked, RoundModel } from '../../support/scriptedRounds';
import { sharedIndex } from '../cli/docmind';
import { askTeam, teamMind, WHY } from './askTeam';

const index = sharedIndex();

const QUESTION = '负责用户认证模块的开发者是哪一年入职的？';
const BOTH = citing('用户认证模块由张三负责[{用户认证模块由张三}]。张三于 2019 年 3 月入职[{2019 年 3 月}]。');
const TWO_STEPS = goodModel([
  { line: 'call searchDocs {"query":"用户认证模块 负责人"}' },
  { line: 'call searchDocs {"query":"$1 入职时间"}', clue: /用户认证模块由(\p{Script=Han}{2})负责/u },
]);

/** The same model where it says its calls as a text of its own form. */
const inText = (write: (name: string, args: string) => string): RoundModel => (asked) => {
  // Whoever speaks in text has its own words and the results in its messages, and no calls.
  const rounds = asked.observations.length;
  const line = TWO_STEPS({ ...asked, rounds });
  const [, name = '', args = ''] = /^call (\S+) (.*)$/.exec(line) ?? [];
  return name === '' ? 'say <thinking>\\n1. Both facts are there.\\n</thinking>\\n<action>done</action>' : `say ${write(name, args)}`;
};
const inReact = inText((name, args) => `<thinking>\\n1. Something is missing.\\n2. Look it up.\\n</thinking>\\n<action>${name} ${args}</action>`);

const CALLS = ['searchDocs 用户认证模块 负责人', 'searchDocs 张三 入职时间'];
const ofCalls = (calls: readonly string[]) => calls.map((call) => call.replace(/^\d+ /, ''));

/** What an answer of two steps is, in whatever dialect. */
function expectBoth({ outcome, calls }: Awaited<ReturnType<typeof askTeam>>) {
  expect(ofCalls(calls)).toEqual(CALLS);
  expect(outcome).toMatchObject({ route: 'AGENTIC', stopReason: 'answered', coverage: 1, invalidRefs: 0 });
  expect(outcome.citations.map(({ path }) => path).sort()).toEqual(['docs/modules.md', 'people/zhang-san.md']);
}

test('native: calls go through the tools of the server', async () => {
  const told = await askTeam(QUESTION, teamMind({ gather: TWO_STEPS, answer: BOTH }), { index: index(), args: ['--dialect', 'native'] });
  expectBoth(told);
  expect(told.of('round').every(({ dialect }) => dialect === 'native')).toBe(true);
});

test('react: calls are written as actions, results come back as observations, and no tool is offered to the server', async () => {
  const told = await askTeam(QUESTION, teamMind({ gather: inReact, answer: BOTH }), { index: index(), args: ['--dialect', 'react'] });
  expectBoth(told);
  expect(told.of('round').every(({ dialect }) => dialect === 'react')).toBe(true);
  expect(told.sent.flatMap(({ tools }) => tools)).toEqual([]);
  expect(told.sent.some(({ text }) => text.includes('<observation>\nsearchDocs: <source-'))).toBe(true);
  expect(told.outcome.answer).not.toMatch(/<\/?(?:thinking|action|observation)/);
});

test('auto: a server that can do tools is spoken to with tools, without a trial', async () => {
  const told = await askTeam(QUESTION, teamMind({ gather: TWO_STEPS, answer: BOTH }), { index: index() });
  expectBoth(told);
  expect(told.sent.map(({ purpose }) => purpose)).toEqual(['understand', 'gather', 'gather', 'gather', 'answer']);
});

test('auto: a server that refuses tools is spoken to in text from then on, within the same turn', async () => {
  const gather: RoundModel = (asked) => (asked.tools.length > 0 ? '400 scripted does not support tools' : inReact(asked));
  const told = await askTeam(QUESTION, teamMind({ gather, answer: BOTH }), { index: index() });
  expectBoth(told);
  expect(told.of('round').map(({ dialect }) => dialect)).toEqual(['native', 'react', 'react', 'react']);
  expect(told.sent.filter(({ tools }) => tools.length > 0)).toHaveLength(1);
});

test('native, as set: a server that refuses tools is searched for once instead', async () => {
  const gather: RoundModel = () => '400 scripted does not support tools';
  const { outcome, of } = await askTeam(QUESTION, teamMind({ gather, answer: citing('用户认证模块由张三负责[{用户认证模块由张三}]。') }), { index: index(), args: ['--dialect', 'native'] });
  expect(of('routing_fallback')[0]).toMatchObject({ from: 'AGENTIC', to: 'ONE_SHOT' });
  expect(outcome).toMatchObject({ route: 'ONE_SHOT', stopReason: 'answered', coverage: 1 });
});

const PRINTED = [
  { name: 'in tags', write: (name: string, args: string) => `<tool_call>\\n{"name": "${name}", "arguments": ${args}}\\n</tool_call>` },
  { name: 'as fenced JSON', write: (name: string, args: string) => `\`\`\`json\\n{"name": "${name}", "arguments": ${args}}\\n\`\`\`` },
  { name: 'as a line of code', write: (name: string, args: string) => `${name}(query="${(JSON.parse(args) as { query: string }).query}")` },
] as const;

test.for(PRINTED)('auto: a server that ignores tools and whose model prints its calls is understood all the same: $name', async ({ write }) => {
  const printing: RoundModel = (asked) => inText(write)({ ...asked, observations: asked.observations }).replace(/<thinking>.*/, 'That is enough.');
  const told = await askTeam(QUESTION, teamMind({ gather: printing, answer: BOTH }), { index: index() });
  expectBoth(told);
  expect(told.outcome.answer).not.toContain('searchDocs');
});

test('auto: a model that only talks is tried once, and then spoken to in text', async () => {
  const gather: RoundModel = (asked) => (asked.tools.length > 0 ? 'say I would search for it.' : inReact(asked));
  const special = [{ when: /lantern/, does: () => 'say There is no such word in my list.' }];
  const told = await askTeam(QUESTION, teamMind({ gather, answer: BOTH, special }), { index: index(), args: ['--max-rounds', '6'] });
  expectBoth(told);
  expect(told.sent.filter(({ purpose }) => purpose === 'probe')).toHaveLength(1);
  expect(told.of('round').at(-1)).toMatchObject({ dialect: 'react' });
});

/** What a model is asked for while it writes in tags: a query, its doubts, or more of the answer. */
const TAGS = {
  asksQuery: ({ user }: Asked) => user.includes('检索语句') || user.includes('search query'),
  asksDoubts: ({ user }: Asked) => user.includes('反思笔记') || user.includes('what you doubt'),
};

test('tags: the answer is written while it is searched for and looked over, and no mark ever shows', async () => {
  let parts = 0;
  const does: RoundModel = (asked) => {
    if (TAGS.asksQuery(asked)) {
      return 'say 张三 入职时间';
    }
    if (TAGS.asksDoubts(asked)) {
      return 'say 第一句没有说明入职月份。';
    }
    const texts = ['用户认证模块由张三负责[{用户认证模块由张三}]。他入职的时间是 <|SEARCH|>', '2019 年 3 月[{2019 年 3 月}]。<|REFLECT|>', '\\n\\n入职月份是 3 月[{2019 年 3 月}]。<|END|>'];
    return citing(texts[parts++] ?? '<|END|>')(asked);
  };
  const told = await askTeam(QUESTION, teamMind({ gather: does, answer: does }), { index: index(), args: ['--dialect', 'tags'] });
  const { outcome, of, sent } = told;
  expect(ofCalls(told.calls)).toEqual([`searchDocs ${QUESTION}`, 'searchDocs 张三 入职时间']);
  expect(of('reflect')).toMatchObject([{ note: '第一句没有说明入职月份。' }]);
  expect(outcome.answer).not.toMatch(/[<＜|]|SEARCH|REFLECT|END|没有说明/);
  expect(outcome.answer.replace(/\[\d+\]/g, '[n]')).toBe('用户认证模块由张三负责[n]。他入职的时间是 2019 年 3 月[n]。\n\n入职月份是 3 月[n]。');
  expect(outcome).toMatchObject({ route: 'AGENTIC', stopReason: 'answered', coverage: 1, invalidRefs: 0 });
  expect(of('gather')[0]).toMatchObject({ rounds: 3, stop: 'enough' });
  // Numbers are append-only: what stood under a number in the first request stands under it in the last.
  const numbered = (text: string) => [...text.matchAll(/<source-\w+ n="(\d+)" path="([^"]+)" lines="([\d-]+)"/g)].map(([, n, path, lines]) => `${n}: ${path}:${lines}`);
  const [first = [], ...later] = sent.filter(({ purpose }) => purpose === 'answer').map(({ text }) => numbered(text));
  expect(first.length).toBeGreaterThan(0);
  for (const list of later) {
    expect(list).toEqual(expect.arrayContaining(first));
  }
});

test('tags: what only looks like a mark stays, and a mark in any pieces is none', async () => {
  let parts = 0;
  const texts = ['值班 每周一 交接[{每周一}]，写作 <| SEARCH |> 的 不 是 标记 。 <|SEA RCH|> 也 不 是 。 <|CONTINUE|>', ' 完 毕[{每周一}]。<|END|>'];
  const does: RoundModel = (asked) => citing(texts[parts++] ?? '<|END|>')(asked);
  const { outcome } = await askTeam(WHY, teamMind({ gather: does, answer: does }), { index: index(), args: ['--dialect', 'tags'] });
  expect(outcome.answer).toContain('<| SEARCH |>');
  expect(outcome.answer).toContain('<|SEA RCH|>');
  expect(outcome.answer).not.toMatch(/<\|(?:CONTINUE|END)/);
});

test('tags: two searches without a word between them end the searching', async () => {
  const does: RoundModel = (asked) => (TAGS.asksQuery(asked) ? 'say 交接' : asked.n < 4 ? 'say <|SEARCH|>' : citing('每周一交接[{每周一}]。<|END|>')(asked));
  const { calls, outcome, sent } = await askTeam(WHY, teamMind({ gather: does, answer: does }), { index: index(), args: ['--dialect', 'tags'] });
  expect(ofCalls(calls)).toEqual([`searchDocs ${WHY}`, 'searchDocs 交接']);
  expect(sent.at(-1)?.messages.at(-1)?.content).toContain('也不再检索');
  expect(outcome).toMatchObject({ answer: '每周一交接[1]。', stopReason: 'answered' });
});

test('tags: both sides of a comparison are there before the first word', async () => {
  const does: RoundModel = citing('Redis 写入磁盘[{every 60 seconds}]，Memcached 不写[{Nothing is written}]。<|END|>');
  const { outcome } = await askTeam('Redis 和 Memcached 的区别是什么？', teamMind({ gather: prematureStop('Redis'), answer: does }), { index: index(), args: ['--dialect', 'tags'] });
  expect(outcome.citations.map(({ path }) => path).sort()).toEqual(['docs/memcached.md', 'docs/redis.md']);
});
