import { expect, test } from 'vitest';
import { buildBody, type ChatBody } from '../../../../../src/adapters/openai/asking/body';
import type { Refusable } from '../../../../../src/adapters/openai/asking/refusalMemory';
import type { ChatMessage, ChatRequest, ToolOffer } from '../../../../../src/model/ports';

const user: ChatMessage = { role: 'user', content: 'Why?' };
const TOOL: ToolOffer = { name: 'searchDocs', description: 'Searches.', parameters: { type: 'object', properties: {} } };
const FULL: ChatRequest = { messages: [user], temperature: 0.5, maxOutputTokens: 9, stop: ['<end>'], tools: [TOOL] };

const body = (request: ChatRequest, ...refused: Refusable[]): ChatBody => buildBody(request, { model: 'tide-1', id: 'here tide-1', refused: new Set(refused) });

test('nothing that was not asked for is sent', () => {
  const expected = { model: 'tide-1', messages: [user], stream: true, stream_options: { include_usage: true } };
  expect(body({ messages: [user] })).toEqual(expected);
  expect(body({ messages: [user], stop: [], tools: [] })).toEqual(expected);
});

test('tools are offered, and nothing is said of how to choose among them', () => {
  expect(body(FULL)).toEqual({
    model: 'tide-1',
    messages: [user],
    stream: true,
    stream_options: { include_usage: true },
    temperature: 0.5,
    max_tokens: 9,
    stop: ['<end>'],
    tools: [{ type: 'function', function: TOOL }],
  });
});

test.each<[Refusable[], (keyof ChatBody)[]]>([
  [['temperature'], ['temperature']],
  [['stop'], ['stop']],
  [['stream_options'], ['stream_options']],
  [['stream'], ['stream_options']],
  [['max_tokens', 'max_completion_tokens'], ['max_tokens']],
])('without %j the rest is sent', (refused, missing) => {
  const left = Object.entries(body(FULL)).filter(([name]) => !missing.includes(name as keyof ChatBody));
  expect(body(FULL, ...refused)).toEqual({ ...Object.fromEntries(left), stream: !refused.includes('stream') });
});

test('a limit goes by its other name where the first is refused', () => {
  expect(body({ messages: [user], maxOutputTokens: 9 }, 'max_tokens', 'stream_options')).toEqual({ model: 'tide-1', messages: [user], stream: true, max_completion_tokens: 9 });
});

test('four stop texts are sent, not more', () => {
  expect(body({ messages: [user], stop: ['a', 'b', 'c', 'd', 'e'] }).stop).toEqual(['a', 'b', 'c', 'd']);
});
