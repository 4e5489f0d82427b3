import { describe, expect, test } from 'vitest';
import { FILES, play, QUESTION, UNDERSTOOD } from './support';

const TAGS = { dialect: 'tags' } as const;

describe('an answer that is written while it is searched for', () => {
  const replies = [
    UNDERSTOOD, ['A job is tried 5 times [1].<|SEARCH|>', { used: 10 }], ['租约 续期', { used: 20 }], ['A lease is renewed every 90 seconds [3].<|REFLECT|>'],
    ['The first sentence names no pause.', { used: 30 }], ['So it is.', { used: 40 }],
  ];

  test('shows evidence before the text that cites it, under numbers that only grow', async () => {
    const { lines } = await play({ question: QUESTION, options: TAGS, replies });
    expect(lines.filter((line) => !line.startsWith('searchDocs'))).toEqual([
      'understood by model', 'routed AGENTIC', 'answering any', 'round 1', 'evidence [1] retries.md [2] tokens.md', 'delta A job is tried 5 times [1].',
      'round 2', 'evidence [1] retries.md [2] tokens.md [3] zh/租约.md', 'delta  A lease is renewed every 90 seconds [3].', 'reflected The first sentence names no pause.',
      'round 3', 'delta  So it is.', 'gathered 3: enough', 'ended answered',
    ]);
  });

  test('comes with its notes, its rounds, and what all calls took', async () => {
    const { outcome } = await play({ question: QUESTION, options: TAGS, replies });
    expect(outcome).toMatchObject({
      route: 'AGENTIC', rounds: 3, gatherStop: 'enough', notes: ['The first sentence names no pause.'], model: 'any', citations: [{ n: 1 }, { n: 3, path: 'zh/租约.md' }],
      usage: { outputTokens: 1 + 10 + 20 + 30 + 40 },
    });
  });

  test('has no notes where nothing is doubted', async () => {
    const { outcome, lines } = await play({ question: QUESTION, options: TAGS, replies: [UNDERSTOOD, ['Five [1].<|REFLECT|>'], ['Nothing to change.'], ['Ninety [2].']] });
    expect(lines).toContain('reflected nothing');
    expect(outcome).not.toHaveProperty('notes');
  });

  test('is checked like any other', async () => {
    const { events } = await play({ question: QUESTION, options: { ...TAGS, assurance: 'strict' }, replies: [UNDERSTOOD, ['A job is tried 5 times [1].<|END|>']] });
    expect(events.map(({ type }) => type)).toContain('checked');
  });
});

describe('where it comes to no text', () => {
  const fallback = ['fell back to ONE_SHOT', `searching ${QUESTION}`, 'searching retries', 'searching tokens', 'evidence [1] tokens.md [2] retries.md', 'answering any', 'delta Ninety [1].', 'ended answered'];

  test.each([
    ['it fails', { fail: 'model.contentFilter' as const }, 'round 1: CONTENT_FILTER → oneShot → ok', 1],
    ['it ends', '<|END|>', 'round 1: EMPTY_RESULT → oneShot → ok', 1],
  ])('the question is searched for once: %s', async (_how, step, trail, rounds) => {
    const { lines, outcome } = await play({ question: QUESTION, options: TAGS, replies: [UNDERSTOOD, [step], ['Ninety [1].']] });
    expect(lines).toContain(trail);
    expect(lines.slice(lines.indexOf(trail) + 1).filter((line) => !line.startsWith('found'))).toEqual(fallback);
    expect(outcome).toMatchObject({ route: 'ONE_SHOT', rounds });
  });

  test('what its rounds took until then is counted', async () => {
    const { outcome } = await play({ question: QUESTION, options: TAGS, replies: [UNDERSTOOD, [{ used: 5 }, '<|CONTINUE|>'], ['Ninety [1].', { used: 50 }]] });
    expect(outcome?.usage).toEqual({ outputTokens: 1 + 5 + 50 });
  });
});

test('a failure in mid-answer ends the turn with what was told', async () => {
  const { lines, error } = await play({ question: QUESTION, options: TAGS, replies: [UNDERSTOOD, ['A job is tried [1]', { fail: 'model.unreachable' }]] });
  expect(error).toMatchObject({ code: 'model.unreachable' });
  expect(lines.slice(-3)).toEqual(['delta A job is tried', 'gathered 2: failed', 'delta  [1]']);
});

test('marks and the elements of other protocols are shown only where the documents have them', async () => {
  const reply = ['Write <action> [1]. <think>hm</think>`<|END|>` ends it.<|END|>'];
  const shown = async (text: string) => (await play({ question: QUESTION, options: TAGS, files: { ...FILES, 'retries.md': `# Retries\n\nA failed job has ${text} to be tried again: retries, tokens.\n` }, replies: [UNDERSTOOD, reply] })).outcome?.answer;
  expect(await shown('an `<action>`')).toBe('Write <action> [1]. `<|END|>` ends it.');
  expect(await shown('5 times')).toBe('Write `<|END|>` ends it.');
});
