import { expect, test } from 'vitest';
import { toBodyMessages, type BodyMessage } from '../../../../../src/adapters/openai/asking/messages';
import type { Refusable } from '../../../../../src/adapters/openai/asking/refusalMemory';
import type { ChatMessage, ToolCall } from '../../../../../src/model/ports';

const system: ChatMessage = { role: 'system', content: 'Be brief.' };
const user: ChatMessage = { role: 'user', content: 'Why?' };
const assistant: ChatMessage = { role: 'assistant', content: 'Because.' };
const call = (fields: Partial<ToolCall> = {}): ToolCall => ({ id: 'c1', name: 'searchDocs', arguments: '{"query":"x"}', ...fields });
const calling = (...toolCalls: ToolCall[]): ChatMessage => ({ role: 'assistant', content: '', toolCalls });
const result: ChatMessage = { role: 'tool', callId: 'c1', content: 'nothing' };

function check(messages: ChatMessage[], refused: Refusable[], expected: readonly BodyMessage[] | object[]): void {
  expect(toBodyMessages(messages, 'here tide-1', new Set(refused))).toEqual(expected);
}

test('a call and its result are sent back as they came, and a text that there was not is null', () => {
  const sent = { id: 'c1', type: 'function', function: { name: 'searchDocs', arguments: '{"query":"x"}' } };
  check([user, calling(call()), result], [], [user, { role: 'assistant', content: null, tool_calls: [sent] }, { role: 'tool', tool_call_id: 'c1', content: 'nothing' }]);
  check([calling(call())], ['nullContent'], [{ role: 'assistant', content: '', tool_calls: [sent] }]);
});

test.each([
  ['{"query": "x', '{}'],
  ['["x"]', '{}'],
  ['', '{}'],
  ['{"query":"\u6b63"}', '{"query":"\u6b63"}'],
])('arguments %j are sent back as %j, since servers check them', (given, sent) => {
  expect(toBodyMessages([calling(call({ arguments: given }))], 'id', new Set())[0]?.tool_calls?.[0]?.function.arguments).toBe(sent);
});

test.each([
  ['search docs!', 'search_docs_'],
  ['\u641c\u7d22', '__'],
  ['', 'unknown'],
  ['x'.repeat(99), 'x'.repeat(64)],
])('a name %j is sent back as %j, since servers check it', (given, sent) => {
  expect(toBodyMessages([calling(call({ name: given }))], 'id', new Set())[0]?.tool_calls?.[0]?.function.name).toBe(sent);
});

const replay = { 'here tide-1': { reasoning_content: 'hm' }, 'there tide-1': { reasoning_content: 'ha' } };
const signed = call({ replay: { 'here tide-1': { extra_content: { google: 1 } } } });

test('what a server sent with a message goes back to it, and to no other', () => {
  const message: ChatMessage = { role: 'assistant', content: '', toolCalls: [signed], replay };
  const [here] = toBodyMessages([message], 'here tide-1', new Set());
  expect(here).toMatchObject({ reasoning_content: 'hm', tool_calls: [{ extra_content: { google: 1 } }] });
  for (const [id, refused] of [['elsewhere', []], ['here tide-1', ['replay']]] as const) {
    const text = JSON.stringify(toBodyMessages([message], id, new Set(refused)));
    expect(text).not.toMatch(/reasoning_content|extra_content/);
  }
});

test('a message in which the model said and called nothing is not sent', () => {
  check([user, { role: 'assistant', content: '' }, user], [], [user, user]);
});

test.each<[string, ChatMessage[], ChatMessage[]]>([
  ['goes to the first message of the user', [system, assistant, user, user], [assistant, { role: 'user', content: 'Be brief.\n\nWhy?' }, user]],
  ['becomes one where there is none', [system, assistant], [{ role: 'user', content: 'Be brief.' }, assistant]],
  ['is no matter where there is none to fold', [user, assistant], [user, assistant]],
])('a refused system message %s', (_name, messages, expected) => {
  check(messages, ['system'], expected);
});

test('where only the user and the assistant may speak, by turns, calls and results are told in words', () => {
  const both = [call(), call({ id: 'c2', name: 'readDoc', arguments: '{}' })];
  check([system, user, calling(...both), result, { role: 'tool', callId: 'c2', content: 'a line' }, user], ['turns'], [
    system,
    user,
    { role: 'assistant', content: 'Call searchDocs with {"query":"x"}\nCall readDoc with {}' },
    { role: 'user', content: 'Result of searchDocs:\nnothing\n\nResult of readDoc:\na line\n\nWhy?' },
  ]);
});

test('rules that are folded do not leave two messages of the user in a row', () => {
  check([system, { role: 'tool', callId: 'c9', content: 'x' }, user], ['turns', 'system'], [{ role: 'user', content: 'Result of the tool:\nx\n\nBe brief.\n\nWhy?' }]);
});
