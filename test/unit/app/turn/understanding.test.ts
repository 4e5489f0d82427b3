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
