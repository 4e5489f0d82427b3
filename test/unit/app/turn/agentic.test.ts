import { describe, expect, test } from 'vitest';
import { consentOf } from '../../../support/turnDeps';
import { fakeSandbox } from '../../../support/fakeSandbox';
import { play, QUESTION, searchFor, UNDERSTOOD } from './support';

const ANSWER = ['A job is tried 5 times [2]. A token lives for 90 days [1].', { used: 100 }] as const;
const COMPLEX = [JSON.stringify({ intent: 'question', complexity: 'COMPLEX' }), { used: 1 }] as const;

describe('what was gathered with tools', () => {
  test('is made into evidence together, and written from; all calls are counted', async () => {
    const { lines, outcome } = await play({
      question: QUESTION, plans: [searchFor('retries of a failed job'), searchFor('token lives'), ['Enough.', { used: 10 }]], replies: [UNDERSTOOD, ANSWER],
    });
    expect(lines).toEqual([
      'understood by model', 'routed AGENTIC', 'round 1', 'searchDocs ok', 'round 2', 'searchDocs ok', 'round 3', 'gathered 2: enough',
      'evidence [1] tokens.md [2] retries.md', 'answering any', `delta ${ANSWER[0]}`, 'ended answered',
    ]);
    expect(outcome).toMatchObject({ route: 'AGENTIC', rounds: 3, gatherStop: 'enough', model: 'any', usage: { outputTokens: 1 + 3 * 10 + 100 }, coverage: 1 });
  });

  test('does not hold what the model said meanwhile', async () => {
    const { events } = await play({ question: QUESTION, plans: [['PROSE of the model'], searchFor('token lives'), ['PROSE']], replies: [UNDERSTOOD, ANSWER] });
    expect(JSON.stringify(events)).not.toContain('PROSE');
  });

  test('stands when a later round fails, beside one search of the question', async () => {
    const { lines, outcome } = await play({
      question: QUESTION, plans: [searchFor('租约 续期'), [{ fail: 'model.contentFilter' }]], replies: [UNDERSTOOD, ['每 90 秒续期 [1]。']],
    });
    expect(lines.slice(4)).toEqual([
      'round 2', 'gathered 1: failed', 'round 2: CONTENT_FILTER → oneShot → ok', 'fell back to ONE_SHOT', `searching ${QUESTION}`, 'found 4', 'searching retries', 'found 4',
      'searching tokens', 'found 4', expect.stringContaining('zh/租约.md') as string, 'answering any', 'delta 每 90 秒续期 [1]。', 'ended answered',
    ]);
    expect(outcome).toMatchObject({ route: 'ONE_SHOT', rounds: 2, gatherStop: 'failed' });
  });

  test('is searched for once where it is nothing', async () => {
    const { lines, outcome } = await play({ question: '令牌和重试有什么区别', plans: [['没什么可查的']], options: { maxRounds: 2 }, replies: [['no JSON'], ['九十天 [1]。']] });
    expect(lines).toContain('fell back to ONE_SHOT');
    expect(lines.filter((line) => line.includes('→'))).toEqual(['understand: UNKNOWN → oneShot → ok', 'round 2: EMPTY_RESULT → oneShot → ok']);
    expect(outcome).toMatchObject({ route: 'ONE_SHOT', stopReason: 'nothingFound' });
  });

  test.each([
    { question: 'Why does a token live for 90 days?', strays: 'installer guide', answer: 'A token lives for 90 days [1].', path: 'tokens.md' },
    { question: '为什么租约要续期？', strays: '安装 令牌', answer: '租约每 90 秒续期一次 [1]。', path: 'zh/租约.md' },
  ])('is searched for once where nothing of it has to do with the question: $question, $strays', async ({ question, strays, answer, path }) => {
    const { lines, outcome } = await play({ question, plans: [searchFor(strays), ['Enough.']], replies: [COMPLEX, [answer]] });
    expect(lines.filter((line) => line.startsWith('searchDocs'))).toHaveLength(1);
    expect(lines.slice(lines.findIndex((line) => line.includes('→')))).toEqual([
      'round 2: EMPTY_RESULT → oneShot → ok', 'fell back to ONE_SHOT', `searching ${question}`, expect.stringMatching(/^found/), expect.stringContaining(`[1] ${path}`), 'answering any', `delta ${answer}`, 'ended answered',
    ]);
    expect(outcome).toMatchObject({ route: 'ONE_SHOT', rounds: 2, usage: { outputTokens: 1 + 10 } });
  });
});

test('a call that may succeed later is made again, and that is told', async () => {
  const { lines } = await play({ question: QUESTION, plans: [[{ fail: 'model.rateLimited', retryAfterMs: 2_000 }], searchFor('token lives'), ['Enough.']], replies: [UNDERSTOOD, ANSWER] });
  expect(lines.slice(2, 5)).toEqual(['round 1', 'round 1: RATE_LIMIT → retry → ok', 'searchDocs ok']);
});

test('a refused key ends the turn: another way would fail too', async () => {
  const { lines, error } = await play({ question: QUESTION, plans: [[{ fail: 'model.unauthorized' }]], replies: [UNDERSTOOD, ANSWER] });
  expect(error).toMatchObject({ code: 'model.unauthorized' });
  expect(lines.at(-1)).toBe('gathered 0: failed');
});

test('a rule that says so ends the turn where it would search once', async () => {
  const { error } = await play({
    question: QUESTION, plans: [[{ fail: 'model.contentFilter' }]], replies: [UNDERSTOOD, ANSWER],
    options: { recovery: { CONTENT_FILTER: { primary: 'fail', fallback: 'fail', attempts: 0, timeoutMs: 1_000, terminal: 'fail' } } },
  });
  expect(error).toMatchObject({ code: 'model.contentFilter' });
});

describe('a result that no document says', () => {
  const tools = { consent: consentOf(true), sandbox: fakeSandbox() };
  const CALCULATE = [{ calls: [['runCode', '{"code":"6 * 7"}']] }] as const;

  test('is the answer, word for word, where the documents say nothing', async () => {
    const { lines, outcome } = await play({ question: 'Compare zebras, gnus and their sum.', plans: [CALCULATE, ['Enough.']], replies: [UNDERSTOOD], tools, files: {} });
    expect(lines.at(-1)).toBe('ended answered');
    expect(outcome).toMatchObject({ answer: 'Your documents say nothing about this; the calculation gave:\n\n```\n42\n```', evidence: [], citations: [] });
  });

  test('is given to the writer beside the evidence, and needs no source', async () => {
    const { model, outcome } = await play({ question: QUESTION, plans: [searchFor('token lives'), CALCULATE, ['Enough.']], replies: [UNDERSTOOD, ['42 in 90 days [1].']], tools });
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toMatch(/<result-nonce>\\n42/);
    expect(outcome?.unsupported).toEqual([]);
  });

  test('is not there where the person said no', async () => {
    const { lines } = await play({ question: QUESTION, plans: [CALCULATE, ['Enough.']], replies: [UNDERSTOOD, ANSWER], tools: { ...tools, consent: consentOf(false) } });
    expect(lines).toContain('runCode failed');
  });
});

test('notes are offered only where there are any, and a disk that does not answer costs two seconds', async () => {
  const offered = async (list: () => Promise<readonly never[]>) => {
    const notes = { list, put: async () => undefined, remove: async () => undefined };
    const { model } = await play({ question: QUESTION, plans: [['Enough.']], replies: [UNDERSTOOD, ANSWER], tools: { consent: consentOf(true), notes } });
    return model.requests[1]?.tools?.map(({ name }) => name);
  };
  const usual = ['searchDocs', 'keywordSearch', 'readDoc'];
  expect(await offered(async () => [])).toEqual(usual);
  expect(await offered(() => new Promise(() => undefined))).toEqual(usual);
  expect(await offered(() => Promise.reject(new Error('EIO')))).toEqual(usual);
});
