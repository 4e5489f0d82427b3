import { expect, test } from 'vitest';
import type { SentenceCheck } from '../../../../src/model/answer';
import { buildChangePrompt, readChanges } from '../../../../src/answer/verifying/changes';
import { makeTask } from '../../../../src/answer/verifying/task';
import { evidence } from './support';

const objected = (sentence: string): SentenceCheck => ({ sentence, start: 0, end: 1, numbers: [1], verdict: 'notSupported', reason: 'They say 5.' });
const TASK = makeTask([objected('It is tried 7 times.'), objected('It is fast.')], [evidence(1, 'It is tried 5 times.')], 'NONCE');

function check(reply: string, ...expected: string[] | [undefined]) {
  const changes = readChanges(reply, TASK)?.map(({ of, text }) => `${of.sentence} → ${text ?? ''}`);
  expect(changes, reply).toEqual(expected[0] === undefined && expected.length === 1 ? undefined : expected);
}

test('the prompt shows the answer, what is objected to with its reason, and the lines', () => {
  const user = buildChangePrompt(TASK, { question: 'How often?', answer: 'It is tried 7 times [1]. It is fast [1].' }).at(-1)?.content;
  expect(user).toContain('L1: It is tried 5 times.');
  expect(user).toContain('<answer-NONCE>\nIt is tried 7 times [1].');
  expect(user).toContain('S1 (cites 1): It is tried 7 times. — They say 5.');
  expect(user).toContain('Question: How often?');
});

test('changes are read: new words, or a withdrawal', () => {
  check('{"changes": [{"statement": 1, "text": "It is tried 5 times [1]."}, {"statement": 2, "text": null}]}', 'It is tried 7 times. → It is tried 5 times [1].', 'It is fast. → ');
  check("```\n{'changes': [{'statement': 'S2', 'text': None}]}\n```", 'It is fast. → ');
});

test('an empty list and the words for it mean that nothing has to be changed', () => {
  for (const reply of ['{"changes": []}', 'Nothing to change.', 'There is nothing that needs to be changed: no changes.', '无需修改', '没有需要修改的内容。']) {
    check(reply);
  }
});

test('what cannot be read is no change, and no consent', () => {
  for (const reply of ['', 'I cannot do that.', 'It is tried 5 times [1].', '{"changes": [{"text": "x [1]"}]}', '{"changes": 3}']) {
    check(reply, undefined);
  }
});

test('a statement that was not asked about is not changed', () => {
  check('{"changes": [{"statement": 7, "text": "x [1]"}]}');
});
