import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDelta, type Delta } from '../../../../../src/adapters/openai/reading/delta';

const NOTHING: Delta = { text: '', calls: [], replay: {}, isThinking: false, finish: undefined, usage: undefined, error: undefined };

test.each<[string, unknown, Partial<Delta>]>([
  ['a piece of text', { choices: [{ delta: { content: 'hi' }, finish_reason: null }] }, { text: 'hi' }],
  ['a whole message', { choices: [{ message: { content: 'hi' }, finish_reason: 'stop' }] }, { text: 'hi', finish: 'stop' }],
  ['a refusal', { choices: [{ delta: { content: null, refusal: 'No.' } }] }, { text: 'No.' }],
  ['parts, one of them a thought', { choices: [{ delta: { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }, { type: 'text', text: 'hi' }] } }] }, { text: 'hi', isThinking: true }],
  ['reasoning', { choices: [{ delta: { reasoning: 'hm' } }] }, { isThinking: true, replay: { reasoning: 'hm' } }],
  ['reasoning_content', { choices: [{ delta: { reasoning_content: 'hm', content: '' } }] }, { isThinking: true, replay: { reasoning_content: 'hm' } }],
  ['reasoning that is empty', { choices: [{ delta: { reasoning: '', reasoning_content: null } }] }, {}],
  ['a piece of a call', { choices: [{ delta: { content: null, tool_calls: [{ index: 0 }] } }] }, { calls: [{ index: 0 }] }],
  ['a call as it was before there were several', { choices: [{ delta: { function_call: { name: 'a' } } }] }, { calls: [{ function: { name: 'a' } }] }],
  ['a signature of its own', { choices: [{ delta: { extra_content: { google: {} } } }] }, { isThinking: true, replay: { extra_content: { google: {} } } }],
  ['usage alone', { choices: [], usage: { prompt_tokens: 3, completion_tokens: 1 } }, { usage: { inputTokens: 3, outputTokens: 1 } }],
  ['usage in part', { usage: { completion_tokens: 1 } }, { usage: { outputTokens: 1 } }],
  ['no usage', { choices: [], usage: null }, {}],
  ['an error', { error: 'gone' }, { error: 'gone' }],
  ['an error in a list', [{ error: { code: 429 } }], { error: { code: 429 } }],
  ['no error', { error: null }, {}],
  ['another shape', { choices: 'none', usage: 3 }, {}],
])('%s is read', (_name, payload, expected) => {
  expect(readDelta(payload)).toEqual({ ...NOTHING, ...expected });
});

test('no payload makes the reader fail', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (choice, usage) => {
      expect(typeof readDelta({ choices: [choice], usage }).text).toBe('string');
    }),
  );
});
