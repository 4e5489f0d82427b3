import { expect, test } from 'vitest';
import { readFinish } from '../../../../../src/adapters/openai/reading/finish';

test.each([
  ['stop', false, 'stop'],
  ['stop', true, 'toolCalls'],
  ['STOP', true, 'toolCalls'],
  ['tool_calls', true, 'toolCalls'],
  ['tool_calls', false, 'stop'],
  ['function_call', true, 'toolCalls'],
  ['length', false, 'length'],
  ['length', true, 'length'],
  ['MAX_TOKENS', false, 'length'],
  ['content_filter', true, 'contentFilter'],
  ['SAFETY', false, 'contentFilter'],
  ['toString', false, undefined],
  ['odd', false, undefined],
  [undefined, true, 'toolCalls'],
  [undefined, false, undefined],
])('"%s" with calls: %s means %s', (words, hasCalls, expected) => {
  expect(readFinish(words, hasCalls)).toBe(expected);
});
