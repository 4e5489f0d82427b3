import { describe, expect, test } from 'vitest';
import { play, QUESTION, UNDERSTOOD } from './support';

const SIMPLE = 'How long does a token live?';

describe('a model that fails', () => {
  test('before its first word is done without, and the reader is told why', async () => {
    const { lines, events, outcome } = await play({ question: SIMPLE, replies: [[{ used: 7 }, { fail: 'model.contextOverflow' }]], options: { assurance: 'fast' } });
    expect(lines.slice(-5)).toEqual(['answering any', 'answer: CONTEXT_OVERFLOW → extract → ok', 'answering extract', 'delta A token lives for 90 days. [1]', 'ended answered']);
    expect(events.filter(({ type }) => type === 'answering').at(-1)).toMatchObject({ trouble: 'It failed.' });
    expect(outcome).not.toHaveProperty('model');
  });

  test('after it ends the turn: nothing is said twice, nothing taken back', async () => {
    const { lines, error } = await play({ question: SIMPLE, replies: [['Ninety ', 'days', { fail: 'model.contextOverflow' }]], options: { assurance: 'fast' } });
    expect(lines.at(-1)).toBe('delta Ninety days');
    expect(error).toMatchObject({ code: 'model.contextOverflow' });
  });

  test('as its table says, where no word was said', async () => {
    const { lines, error } = await play({ question: SIMPLE, replies: [[{ fail: 'model.unreachable' }]], options: { assurance: 'fast' } });
    expect(lines.at(-1)).toBe('answering any');
    expect(error).toMatchObject({ code: 'model.unreachable' });
  });

  test('again and again ends the turn, and what was tried is told', async () => {
    const { lines, error } = await play({ question: SIMPLE, replies: [[{ fail: 'model.unreachable', retryable: true }]], options: { assurance: 'fast' } });
    expect(lines.slice(-3)).toEqual(['answering any', 'answer: NETWORK → retry → failed', 'answer: NETWORK → retry → failed']);
    expect(error).toMatchObject({ code: 'model.unreachable' });
  });

  test.each([[['', { used: 4 }]], [[' \n', { used: 4 }]], [['[9]<|END|>', { used: 4 }]], [[{ used: 4 }, { finish: 'contentFilter' }]]] as const)('to say anything is done without too: %j', async (script) => {
    const { lines, outcome } = await play({ question: SIMPLE, replies: [script], options: { assurance: 'fast' } });
    expect(lines.slice(-4)).toEqual(['answer: EMPTY_RESULT → extract → ok', 'answering extract', 'delta A token lives for 90 days. [1]', 'ended answered']);
    expect(outcome).toMatchObject({ usage: { outputTokens: 4 }, stopReason: 'answered' });
  });

  test('to say anything, twice, and whose server calls that an error, is done without too', async () => {
    const silent = [{ fail: 'model.emptyAnswer' }] as const;
    const { lines, outcome } = await play({ question: SIMPLE, replies: [silent, silent], options: { assurance: 'fast' } });
    expect(lines.slice(-5)).toEqual([
      'answer: UNKNOWN → retry → failed', 'answer: EMPTY_RESULT → extract → ok', 'answering extract', 'delta A token lives for 90 days. [1]', 'ended answered',
    ]);
    expect(outcome).not.toHaveProperty('model');
  });
});

test('a call that is made again before the first word is told of before it', async () => {
  const { lines } = await play({ question: SIMPLE, replies: [[{ fail: 'model.unreachable', retryable: true }], ['Ninety days [1].']], options: { assurance: 'fast' } });
  expect(lines.slice(-4)).toEqual(['answering any', 'answer: NETWORK → retry → ok', 'delta Ninety days [1].', 'ended answered']);
});

test.each(['length', 'contentFilter'] as const)('what ended an answer early is told with it: %s', async (finish) => {
  const { outcome } = await play({ question: SIMPLE, replies: [['Ninety days [1', { finish }]], options: { assurance: 'fast' } });
  expect(outcome).toMatchObject({ answer: 'Ninety days [1', cutBy: finish, stopReason: 'answered' });
});

test('an answer that came to its end is not cut', async () => {
  const { outcome } = await play({ question: SIMPLE, replies: [['Ninety days [1].', { finish: 'stop' }]], options: { assurance: 'fast' } });
  expect(outcome).not.toHaveProperty('cutBy');
});

test('a model that falls silent in the middle has its answer cut, after ten minutes', async () => {
  const { outcome } = await play({ question: SIMPLE, replies: [['Ninety days [1].', { waitMs: 1e9 }]], options: { assurance: 'fast' } });
  expect(outcome).toMatchObject({ answer: 'Ninety days [1].', cutBy: 'length' });
});

test('a model that thinks for ten minutes and writes nothing is done without', async () => {
  const { lines, outcome, now } = await play({ question: SIMPLE, replies: [['', { waitMs: 1e9 }]], options: { assurance: 'fast' } });
  expect(lines.slice(-4)).toEqual(['answer: EMPTY_RESULT → extract → ok', 'answering extract', 'delta A token lives for 90 days. [1]', 'ended answered']);
  expect(outcome).toMatchObject({ stopReason: 'answered' });
  expect(now).toBe(600_000);
});

test('what checking took is counted with the rest, and its changes have no protocol in them', async () => {
  const change = JSON.stringify({ changes: [{ sentence: 1, text: 'A token lives for 90 days [1].<|END|>' }] });
  const { events, outcome } = await play({
    question: QUESTION, plans: [[{ calls: [['searchDocs', '{"query":"token lives"}']] }, { used: 10 }], ['Enough.'], ['Enough.']],
    replies: [UNDERSTOOD, ['A token lives for 7 days [1].', { used: 100 }], [change, { used: 1_000 }]], options: { assurance: 'strict' },
  });
  expect(events.map(({ type }) => type)).toContain('reconsidering');
  expect(outcome?.usage).toEqual({ outputTokens: 1 + 10 + 100 + 1_000 });
  expect(outcome?.answer).not.toContain('<|');
});
