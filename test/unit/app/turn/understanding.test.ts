import { expect, test } from 'vitest';
import { play, searchFor } from './support';

const ANSWER = ['A token lives for 90 days [1].'] as const;

test.each([
  ['thinks and thinks', [''], 'Why does a token live for 90 days?'],
  ['begins and does not end', ['{"intent": "ques'], 'Why does a token live for 90 days?'],
  ['begins and does not end', ['{"intent": "ques'], '为什么 token 90 天有效？'],
] as const)('a model that %s while it is to understand is done without after a minute: %s %s', async (_, begun, question) => {
  const { lines, outcome, now } = await play({ question, plans: [searchFor('token lives'), ['Enough.']], replies: [[...begun, { waitMs: 1e9 }], ANSWER] });
  expect(lines.slice(0, 3)).toEqual(['understood by rules', 'routed AGENTIC', 'understand: UNKNOWN → oneShot → ok']);
  expect(outcome).toMatchObject({ answer: ANSWER[0], stopReason: 'answered' });
  expect(now).toBe(60_000);
});

test('one that has to be loaded first has its time after that', async () => {
  const { lines, now } = await play({
    question: 'Why does a token live for 90 days?', plans: [searchFor('token lives'), ['Enough.']],
    replies: [[{ waitMs: 100_000 }, '{"intent": "question", ', { waitMs: 50_000 }, '"complexity": "COMPLEX"}'], ANSWER],
  });
  expect(lines[0]).toBe('understood by model');
  expect(now).toBe(150_000);
});

const UNREACHABLE = [{ fail: 'model.unreachable' }] as const;

test('a server that nobody can reach is told at once', async () => {
  const { error, lines } = await play({ question: 'Why does a token live for 90 days?', replies: [UNREACHABLE] });
  expect(error).toMatchObject({ code: 'model.unreachable' });
  expect(lines).not.toContain('routed AGENTIC');
});

test.each(['Why does a token live for 90 days?', 'How long does a token live?', '为什么租约每 90 秒续期一次？'])('where an extract will do then, the answer is extracted: %s', async (question) => {
  const { outcome } = await play({
    question, plans: [UNREACHABLE], replies: [UNREACHABLE, UNREACHABLE],
    options: { recovery: { NETWORK: { primary: 'retry', fallback: 'extract', attempts: 0, timeoutMs: 1_000, terminal: 'extract' } } },
  });
  expect(outcome).toMatchObject({ stopReason: 'answered', answer: expect.stringContaining('90') as string });
  expect(outcome).not.toHaveProperty('model');
});
