import { expect, test } from 'vitest';
import { citing, goodModel } from '../../support/namedModels';
import { docmind, parsed, sharedIndex } from '../cli/docmind';
import { askTeam, TEAM, teamMind, WHY } from './askTeam';

const index = sharedIndex();
const HANDOVER = citing('每周一上午十点交接[{每周一}]。');

/** A model that must not be asked to plan. */
const noPlan = (answer: ReturnType<typeof citing>) => teamMind({ understands: { complexity: 'SIMPLE' }, gather: () => '418 not asked for', answer });

test('a short question of one fact is searched once: one call of the model', async () => {
  const { outcome, of, calls, sent } = await askTeam('支付失败多久会重试一次？', noPlan(citing('十分钟[{十分钟}]。')), { index: index() });
  expect(of('understand')[0]).toMatchObject({ by: 'rules', profile: { complexity: 'SIMPLE' } });
  expect(calls).toEqual(['code searchDocs 支付失败多久会重试一次？']);
  expect(sent.map(({ purpose }) => purpose)).toEqual(['answer']);
  expect(outcome).toMatchObject({ route: 'ONE_SHOT', answer: '十分钟[1]。' });
});

test('the kill switch sends a question of several steps to one search', async () => {
  const { outcome, of, sent } = await askTeam(WHY, noPlan(HANDOVER), { index: index(), args: ['--no-agentic'] });
  expect(of('route')[0]).toMatchObject({ route: 'ONE_SHOT', reason: 'the agent is switched off' });
  expect(of('round')).toEqual([]);
  expect(sent.filter(({ purpose }) => purpose === 'gather')).toEqual([]);
  expect(sent.filter(({ purpose }) => purpose === 'answer')).toHaveLength(1);
  expect(outcome).toMatchObject({ route: 'ONE_SHOT', answer: '每周一上午十点交接[1]。' });
});

test('at the level fast, one call of the model is all', async () => {
  const { outcome, of, sent } = await askTeam(WHY, noPlan(HANDOVER), { index: index(), args: ['--assurance', 'fast'] });
  expect(of('understand')[0]).toMatchObject({ by: 'rules' });
  expect(sent.map(({ purpose }) => purpose)).toEqual(['answer']);
  expect(outcome).toMatchObject({ route: 'ONE_SHOT', answer: '每周一上午十点交接[1]。' });
});

const DIGESTS = [
  { name: 'by option, in Chinese', question: '总结一下这篇文档', args: ['--document', 'docs/docker.md'] },
  { name: 'by name in the question', question: '总结 docs/docker.md', args: [] },
  { name: 'by command', question: '/summarize docs/docker.md', args: [] },
] as const;

test.for(DIGESTS)('one document is read whole and summed up without any search: $name', async ({ question, args }) => {
  const { outcome, of, calls, sent } = await askTeam(question, noPlan(citing('先登录镜像仓库[{docker login}]。')), { index: index(), args });
  expect(of('route')[0]).toMatchObject({ route: 'SELECTED_DOC' });
  expect(calls).toEqual(['code readDoc {"doc":"docs/docker.md"}']);
  expect(sent.map(({ purpose }) => purpose)).toEqual(['answer']);
  expect(outcome).toMatchObject({ route: 'SELECTED_DOC', stopReason: 'answered' });
  expect(outcome.citations.map(({ path }) => path)).toEqual(['docs/docker.md']);
});

test('a selected document is summed up without a model, too', async () => {
  const run = await docmind(['ask', TEAM, '总结一下这篇文档', '--document', 'docs/docker.md', '--json', '--index-dir', index()]);
  expect(run.code).toBe(0);
  const { route, model, citations, answer } = parsed(run) as { route: string; model: null; citations: { path: string }[]; answer: string };
  expect({ route, model }).toEqual({ route: 'SELECTED_DOC', model: null });
  expect(new Set(citations.map(({ path }) => path))).toEqual(new Set(['docs/docker.md']));
  expect(answer).toMatch(/\[1\]/);
});

test('a document that is not there is told before anything is asked', async () => {
  const { run, outcome, sent } = await askTeam('总结一下这篇文档', noPlan(HANDOVER), { index: index(), args: ['--document', 'docs/absent.md'] });
  expect(run.code).toBe(1);
  expect(outcome.error).toMatchObject({ code: 'files.notFound' });
  expect(sent).toEqual([]);
});

test.for(['hello', '你能做什么？'])('a courtesy is answered with neither a search nor a model: %s', async (question) => {
  const { outcome, calls, sent, of, run } = await askTeam(question, () => '418 not asked for', { index: index() });
  expect(calls).toEqual([]);
  expect(sent).toEqual([]);
  expect(of('route')).toEqual([]);
  expect(outcome).toMatchObject({ stopReason: 'answered', citations: [], invalidRefs: 0 });
  expect(outcome.answer.length).toBeGreaterThan(10);
  expect(run.code).toBe(0);
});

const STEPS = ['tool', 'toolResult', 'roundEnd'];

/** The names of the record, what happens in a round in the order in which it must. */
const RECORDS = [
  { route: 'ONE_SHOT', question: '支付失败多久会重试一次？', args: [], expected: ['understand', 'route', 'tool', 'toolResult', 'finalize', 'answer', 'firstText', 'cite', 'end'] },
  { route: 'SELECTED_DOC', question: '总结 docs/docker.md', args: [], expected: ['understand', 'route', 'tool', 'toolResult', 'finalize', 'answer', 'firstText', 'cite', 'end'] },
  {
    route: 'AGENTIC', question: WHY, args: [],
    expected: ['understand', 'route', 'round', ...STEPS, 'round', ...STEPS, 'round', 'roundEnd', 'gather', 'finalize', 'answer', 'firstText', 'cite', 'end'],
  },
] as const;

const twoSteps = teamMind({
  gather: goodModel([{ line: 'call searchDocs {"query":"值班 交接"}' }, { line: 'call keywordSearch {"query":"门禁卡"}' }]),
  answer: HANDOVER,
});

test.for(RECORDS)('the record has each step of $route in order', async ({ route, question, args, expected }) => {
  const { trace, of } = await askTeam(question, twoSteps, { index: index(), args });
  expect(trace.map(({ event }) => event)).toEqual(expected);
  expect(of('route')[0]).toMatchObject({ route });
  expect(of('end')[0]).toMatchObject({ question, route, stopReason: 'answered', model: 'scripted' });
  const times = trace.map(({ atMs }) => Number(atMs));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(new Set(trace.map(({ turn }) => turn)).size).toBe(1);
});

test('each round of the record tells its calls, what they brought, its time and its tokens', async () => {
  const { of } = await askTeam(WHY, twoSteps, { index: index() });
  expect(of('round').map(({ round, dialect }) => [round, dialect])).toEqual([[1, 'native'], [2, 'native'], [3, 'native']]);
  for (const [at, { round, fresh, cumulative, ms, usage }] of of('roundEnd').entries()) {
    expect(round).toBe(at + 1);
    expect(Number(cumulative)).toBeGreaterThanOrEqual(Number(fresh));
    expect(ms).toEqual(expect.any(Number));
    expect(usage).toEqual({ inputTokens: 100, outputTokens: 10 });
  }
  expect(of('end')[0]?.usage).toEqual({ inputTokens: 500, outputTokens: 50 });
  expect(of('gather')[0]).toMatchObject({ rounds: 3, stop: 'enough' });
});

test('without its content the record has the steps, and nothing of what was asked, found or answered', async () => {
  const { trace } = await askTeam(WHY, twoSteps, { index: index(), args: ['--no-trace-content'] });
  const { expected } = RECORDS[2];
  expect(trace.map(({ event }) => event)).toEqual(expected);
  const record = JSON.stringify(trace);
  expect(record).not.toMatch(/\p{Script=Han}/u);
  expect(record).not.toMatch(/oncall|onboarding|docs\//);
  expect(record).toContain('characters]');
});
