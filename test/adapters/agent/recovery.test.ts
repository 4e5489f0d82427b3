import { expect, test } from 'vitest';
import { citing, goodModel } from '../../support/namedModels';
import type { Asked, RoundModel } from '../../support/scriptedRounds';
import { sharedIndex } from '../cli/docmind';
import { askTeam, teamMind, WHY } from './askTeam';

const index = sharedIndex();
const ANSWER = '每周一上午十点交接[1]。';

const ONE_SEARCH = goodModel([{ line: 'call searchDocs {"query":"值班 交接"}' }, { line: 'call searchDocs {"query":"告警 升级"}' }]);
const good = teamMind({ gather: ONE_SEARCH, answer: citing('每周一上午十点交接[{每周一}]。') });

const isGathering = ({ system }: Asked): boolean => system.startsWith('You gather evidence');
const isAnswering = ({ system }: Asked): boolean => system.startsWith('You answer questions');

/** A model whose server fails at some requests, counted from 0 among those that are meant. */
function failing(meant: (asked: Asked) => boolean, fails: (nth: number, asked: Asked) => string | undefined): RoundModel {
  let nth = 0;
  return (asked) => (meant(asked) ? fails(nth++, asked) : undefined) ?? good(asked);
}

const IN_ROUND_2 = [
  { name: 'a server error', line: '500 The backend is on fire.', failure: 'NETWORK' },
  { name: 'a cut connection', line: 'cut', failure: 'NETWORK' },
  { name: 'an answer that is none', line: 'body <html>busy</html>', failure: 'UNKNOWN' },
] as const;

test.for(IN_ROUND_2)('$name in the second round: what was found stands, one search fills the rest, the question is answered', async ({ line }) => {
  const { outcome, of, trail, run } = await askTeam(WHY, failing((asked) => isGathering(asked) && asked.rounds === 1, () => line), { index: index() });
  expect(of('toolResult')[0]).toMatchObject({ round: 1, status: 'ok' });
  expect(of('gather')[0]).toMatchObject({ rounds: 2, stop: 'failed' });
  expect(of('routing_fallback')[0]).toMatchObject({ from: 'AGENTIC', to: 'ONE_SHOT', reason: expect.stringMatching(/\S/) as string });
  expect(trail.at(-1)).toMatch(/→ oneShot → ok$/);
  expect(outcome).toMatchObject({ route: 'ONE_SHOT', answer: ANSWER, stopReason: 'answered' });
  expect(outcome.citations).toMatchObject([{ path: 'docs/oncall.md', check: 'verified' }]);
  expect(run.code).toBe(0);
});

const isUnderstanding = ({ system }: Asked): boolean => system.startsWith('You decide how a question');

const PHASES = [
  { phase: 'understand', meant: isUnderstanding },
  { phase: 'round 1', meant: isGathering },
  { phase: 'answer', meant: isAnswering },
] as const;

test.for(PHASES)('a server that is busy once is asked again when it says so: $phase', async ({ phase, meant }) => {
  const { outcome, trail, of } = await askTeam(WHY, failing(meant, (nth) => (nth === 0 ? '429 retry-after=0 Slow down' : undefined)), { index: index() });
  expect(trail).toEqual([`${phase}: RATE_LIMIT → retry → ok`]);
  expect(of('routing_fallback')).toEqual([]);
  expect(outcome).toMatchObject({ route: 'AGENTIC', answer: ANSWER });
});

test('the time that a busy server names is waited for', async () => {
  const { trail, of, outcome } = await askTeam(WHY, failing(isAnswering, (nth) => (nth === 0 ? '429 retry-after=1 Slow down' : undefined)), { index: index() });
  expect(trail).toEqual(['answer: RATE_LIMIT → retry → ok']);
  expect(Number(of('recovery')[0]?.ms)).toBeGreaterThanOrEqual(1_000);
  expect(outcome.answer).toBe(ANSWER);
});

test('a server that fails twice and then works is asked a third time', async () => {
  const { outcome, trail } = await askTeam(WHY, failing(isAnswering, (nth) => (nth < 2 ? '503 Loading the model' : undefined)), { index: index() });
  expect(trail).toEqual(['answer: NETWORK → retry → failed', 'answer: NETWORK → retry → ok']);
  expect(outcome.answer).toBe(ANSWER);
});

test('a server that stays busy ends the turn within its bounds, with what happened and what to do', async () => {
  const { outcome, run, sent, trail } = await askTeam(WHY, () => '429 retry-after=0 Quota used up', { index: index() });
  expect(run.code).toBe(1);
  expect(outcome.error).toMatchObject({ code: 'model.rateLimited' });
  expect(run.stderr).toContain('accepts no more requests at the moment');
  expect(sent.length).toBeLessThanOrEqual(20);
  expect(trail.length).toBeGreaterThan(0);
});

test('a refused key ends the turn at the first call', async () => {
  const { outcome, run, sent, of } = await askTeam(WHY, () => '401 Incorrect API key provided: sk-team-0123456789abcdef', { index: index() });
  expect(run.code).toBe(1);
  expect(outcome.error).toMatchObject({ code: 'model.unauthorized' });
  expect(sent).toHaveLength(1);
  expect(of('recovery')).toEqual([]);
});

const TOO_LONG = "400 This model's maximum context length is 4096 tokens. However, your messages resulted in 9000 tokens.";

test('a request that is too long is made smaller until it fits: of several sources the weakest go', async () => {
  let first = 0;
  const model = failing(isAnswering, (_nth, { text }) => {
    first ||= text.length;
    return text.length > first - 100 ? TOO_LONG : undefined;
  });
  const { outcome, trail, sent } = await askTeam('Redis 和 Memcached 的区别是什么？', model, { index: index() });
  const lengths = sent.filter(({ purpose }) => purpose === 'answer').map(({ text }) => text.length);
  expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
  expect(lengths.length).toBeGreaterThan(1);
  expect(trail.at(-1)).toBe('answer: CONTEXT_OVERFLOW → shrink → ok');
  expect(outcome).toMatchObject({ model: 'scripted', stopReason: 'answered' });
});

test('a server that cannot be reached is told at the first call', async () => {
  const { outcome, run, of, sent } = await askTeam(WHY, () => 'cut', { index: index() });
  expect(run.code).toBe(1);
  expect(outcome.error?.code).toMatch(/^model\.(?:unreachable|badResponse)$/);
  expect(sent.every(({ purpose }) => purpose === 'understand')).toBe(true);
  expect(of('recovery').map(({ action }) => action)).toEqual(['retry', 'retry']);
});

test('a window that nothing fits into is done without: the answer is extracted, and the reader is told', async () => {
  const { outcome, trail, of, run } = await askTeam(WHY, failing(isAnswering, () => TOO_LONG), { index: index() });
  expect(trail.at(-1)).toBe('answer: CONTEXT_OVERFLOW → extract → ok');
  expect(of('answer').at(-1)).toMatchObject({ model: 'extractive' });
  expect(outcome).toMatchObject({ model: null, stopReason: 'answered', unsupported: [], trouble: expect.stringContaining('too long') as string });
  expect(outcome.citations.map(({ path }) => path)).toContain('docs/oncall.md');
  expect(run.code).toBe(0);
});

test('a content filter is not argued with: the answer is extracted, and the reader is told why', async () => {
  const { outcome, trail, run } = await askTeam(WHY, failing(isAnswering, () => '400 code=content_filter The response was filtered due to the prompt triggering content management policy.'), { index: index() });
  expect(trail).toEqual(['answer: CONTENT_FILTER → extract → ok']);
  expect(outcome).toMatchObject({ model: null, stopReason: 'answered', trouble: expect.stringMatching(/content filter.*withheld/) as string });
  expect(run.code).toBe(0);
});

test.for(['say ', 'say <|END|>', 'say <tool_call>{"name":"searchDocs","arguments":{"query":"值班"}}</tool_call>'])('an answer in which nothing is said is extracted instead: %s', async (line) => {
  const { outcome, run } = await askTeam(WHY, failing(isAnswering, () => line), { index: index() });
  expect(outcome).toMatchObject({ model: null, stopReason: 'answered', trouble: expect.stringMatching(/nothing|empty/) as string });
  expect(outcome.citations.map(({ path }) => path)).toContain('docs/oncall.md');
  expect(run.code).toBe(0);
});

test('an answer that breaks off after its first words is not begun again', async () => {
  const { outcome, run, sent } = await askTeam(WHY, failing(isAnswering, () => 'cut say 每周一 上午 十点 交接 并且'), { index: index() });
  expect(sent.filter(({ purpose }) => purpose === 'answer')).toHaveLength(1);
  expect(run.code).toBe(1);
  expect(outcome.error?.message).toMatch(/\S/);
});

test('a question that the model cannot read in a form of ours is searched as it stands', async () => {
  const model = failing(isUnderstanding, () => 'say I would rather talk about the weather.');
  const { outcome, of } = await askTeam(WHY, model, { index: index() });
  expect(of('understand')[0]).toMatchObject({ by: 'rules', profile: { standaloneQuestion: WHY } });
  expect(outcome).toMatchObject({ answer: ANSWER, route: 'AGENTIC' });
});

test('a model that plans nothing readable twice is done without while searching', async () => {
  const model = failing(isGathering, () => 'say <tool_call> {{{ ');
  const { outcome, of, trail } = await askTeam(WHY, model, { index: index(), args: ['--dialect', 'native'] });
  expect(of('gather')[0]).toMatchObject({ rounds: 2, stop: 'failed' });
  expect(of('routing_fallback')).toHaveLength(1);
  expect(trail.at(-1)).toMatch(/→ oneShot → ok$/);
  expect(outcome).toMatchObject({ answer: ANSWER, route: 'ONE_SHOT' });
});

test('an answer that the model was not done with says why it ended', async () => {
  const { of, outcome } = await askTeam(WHY, failing(isAnswering, () => 'ends length say 每周一上午十点交接[1]。然后'), { index: index() });
  expect(of('end')[0]).toMatchObject({ cutBy: 'length', stopReason: 'answered' });
  expect(outcome.citations).toHaveLength(1);
});

const INTERRUPTED = [
  { phase: 'it is understood', meant: isUnderstanding, line: 'hang' },
  { phase: 'it is planned', meant: isGathering, line: 'hang' },
  { phase: 'it is answered', meant: isAnswering, line: 'hang say 每周一' },
] as const;

test.for(INTERRUPTED)('a question that is interrupted while $phase stops at once, its connection too', async ({ meant, line }) => {
  const { outcome, run, requests, of } = await askTeam(WHY, failing(meant, () => line), { index: index(), interruptAt: meant });
  expect(run.code).toBe(1);
  expect(outcome.error?.code).toBe('cancelled');
  expect(await requests.at(-1)?.closed).toEqual({ complete: false });
  expect(of('recovery')).toEqual([]);
  expect(of('routing_fallback')).toEqual([]);
});
