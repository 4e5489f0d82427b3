import { expect, test } from 'vitest';
import type { Failure } from '../../../../src/adapters/openai/failure';
import { buildBody, refusedPart, type Refusable } from '../../../../src/adapters/openai/parameters';
import type { ChatMessage } from '../../../../src/model/ports';

const system: ChatMessage = { role: 'system', content: 'Be brief.' };
const user: ChatMessage = { role: 'user', content: 'Why?' };
const assistant: ChatMessage = { role: 'assistant', content: 'Because.' };

const body = (messages: ChatMessage[], ...refused: Refusable[]) =>
  buildBody('tide-1', { messages, temperature: 0.5, maxOutputTokens: 9 }, new Set(refused));

const failure = (status: number, words: string): Failure => ({ status, words, codes: [], retryAfterMs: undefined });

test('nothing that was not asked for is sent', () => {
  expect(buildBody('tide-1', { messages: [user] }, new Set())).toEqual({ model: 'tide-1', messages: [user], stream: true, stream_options: { include_usage: true } });
});

test.each<[Refusable[], object]>([
  [['temperature'], { stream_options: { include_usage: true }, max_tokens: 9 }],
  [['stream_options'], { temperature: 0.5, max_tokens: 9 }],
  [['stream_options', 'max_tokens'], { temperature: 0.5, max_completion_tokens: 9 }],
  [['stream_options', 'max_tokens', 'max_completion_tokens'], { temperature: 0.5 }],
])('without %j the rest is sent', (refused, expected) => {
  expect(body([user], ...refused)).toEqual({ model: 'tide-1', messages: [user], stream: true, ...expected });
});

test.each<[string, ChatMessage[], ChatMessage[]]>([
  ['goes to the first message of the user', [system, assistant, user, user], [assistant, { role: 'user', content: 'Be brief.\n\nWhy?' }, user]],
  ['becomes one where there is none', [system, assistant], [{ role: 'user', content: 'Be brief.' }, assistant]],
  ['is no matter where there is none to fold', [user, assistant], [user, assistant]],
])('a refused system message %s', (_name, messages, expected) => {
  expect(body(messages, 'system').messages).toEqual(expected);
});

test.each<[number, string, Refusable | undefined]>([
  [400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens'.", 'max_tokens'],
  [422, 'Extra inputs are not permitted (body.stream_options)', 'stream_options'],
  [400, 'temperature must be 1', 'temperature'],
  [400, "'messages[0].role' does not support 'system' with this model", 'system'],
  [500, 'System role not supported', 'system'],
  [400, 'the file system is full', undefined],
  [400, 'temperatures', undefined],
  [403, 'temperature', undefined],
])('status %i with "%s" refuses %s', (status, words, expected) => {
  expect(refusedPart(failure(status, words), body([system, user]))).toBe(expected);
});

test('what was not sent was not refused', () => {
  expect(refusedPart(failure(400, 'temperature'), body([user], 'temperature'))).toBeUndefined();
  expect(refusedPart(failure(400, 'System role not supported'), body([user]))).toBeUndefined();
});
