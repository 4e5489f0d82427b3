import { expect, test } from 'vitest';
import { buildBody, type ChatBody } from '../../../../../src/adapters/openai/asking/body';
import { RefusalMemory, type Refusable } from '../../../../../src/adapters/openai/asking/refusalMemory';
import { refusedPart } from '../../../../../src/adapters/openai/asking/refusals';
import type { Failure } from '../../../../../src/adapters/openai/failure';
import type { ChatMessage, ToolOffer } from '../../../../../src/model/ports';

const TOOL: ToolOffer = { name: 'searchDocs', description: 'Searches.', parameters: {} };
const ID = 'here tide-1';
const MESSAGES: ChatMessage[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Why?' },
  { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'searchDocs', arguments: '{}' }], replay: { [ID]: { reasoning_content: 'hm' } } },
  { role: 'tool', callId: 'c1', content: 'x' },
];

const body = (...refused: Refusable[]): ChatBody =>
  buildBody({ messages: MESSAGES, temperature: 0, maxOutputTokens: 9, stop: ['<end>'], tools: [TOOL] }, { model: 'tide-1', id: ID, refused: new Set(refused) });

const failure = (status: number | undefined, words: string): Failure => ({ status, words, codes: [], retryAfterMs: undefined });

test.each<[number, string, Refusable | undefined]>([
  [400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens'.", 'max_tokens'],
  [422, 'Extra inputs are not permitted (body.stream_options)', 'stream_options'],
  [422, 'Extra inputs are not permitted (body.stream_options.include_usage)', 'stream_options'],
  [400, 'temperature must be 1', 'temperature'],
  [400, "'messages[0].role' does not support 'system' with this model", 'system'],
  [500, 'System role not supported', 'system'],
  [400, "Unsupported parameter: 'stop' is not supported with this model.", 'stop'],
  [400, 'At most 0 stop sequences are allowed', 'stop'],
  [500, 'Cannot use tools with stream', 'stream'],
  [400, 'registry.example/tide:1b does not support tools', 'tools'],
  [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set', 'tools'],
  [404, 'No endpoints found that support tool use. Try disabling "searchDocs".', 'tools'],
  [500, 'tools param requires --jinja flag', 'tools'],
  [400, 'tide-1 does not support Function Calling', 'tools'],
  [400, 'Function calling is not enabled for this model', 'tools'],
  [422, 'Extra inputs are not permitted (body.tools)', 'tools'],
  [400, "Invalid schema for function 'searchDocs': schema must be of type object", 'tools'],
  [400, "'tool' is not one of ['system', 'assistant', 'user', 'function'] - 'messages.3.role'", 'turns'],
  [422, "Input tag 'tool' found using 'role' does not match any of the expected tags: 'system', 'user', 'assistant'", 'turns'],
  [500, 'Conversation roles must alternate user/assistant/user/assistant/...', 'turns'],
  [400, "Unexpected role 'user' after role 'tool'", 'turns'],
  [400, "Invalid value for 'content': expected a string, got null. (messages.[2].content)", 'nullContent'],
  [422, 'Input should be a valid string (body.messages.2.content)', 'nullContent'],
  [400, 'The reasoning_content field is not permitted in the input', 'replay'],
  [422, 'Extra inputs are not permitted (body.messages.2.reasoning_content)', 'replay'],
  [400, "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.", undefined],
  [500, "error parsing tool call: raw='{', err=unexpected end of JSON input", undefined],
  [400, 'Failed to call a function. Please adjust your prompt.', undefined],
  [404, 'The model `tool-tide` does not exist', undefined],
  [500, 'out of tool memory', undefined],
  [400, 'the file system is full', undefined],
  [400, 'temperatures', undefined],
  [400, 'do not stop', undefined],
  [403, 'temperature', undefined],
  [429, 'too many tools are not supported', undefined],
])('status %i with "%s" refuses %s', (status, words, expected) => {
  expect(refusedPart(failure(status, words), body())).toBe(expected);
});

test('what was not sent was not refused', () => {
  expect(refusedPart(failure(400, 'temperature'), body('temperature'))).toBeUndefined();
  expect(refusedPart(failure(400, 'System role not supported'), body('system'))).toBeUndefined();
  expect(refusedPart(failure(400, 'the reasoning_content is odd'), body('replay'))).toBeUndefined();
  expect(refusedPart(failure(400, 'content is null'), body('nullContent'))).toBeUndefined();
});

test('roles that must alternate are the fault of the system message where the others do', () => {
  expect(refusedPart(failure(500, 'Conversation roles must alternate'), body('turns'))).toBe('system');
  expect(refusedPart(failure(500, 'Conversation roles must alternate'), body('turns', 'system'))).toBeUndefined();
});

test('a failure without an answer refuses nothing', () => {
  expect(refusedPart(failure(undefined, 'temperature'), body())).toBeUndefined();
});

test('what one model refuses is not said of another', () => {
  const memory = new RefusalMemory();
  memory.of('a').add('tools');
  expect([...memory.of('a')]).toEqual(['tools']);
  expect([...memory.of('b')]).toEqual([]);
});
