import { afterEach, expect, test } from 'vitest';
import { RefusalMemory } from '../../../src/adapters/openai/asking/refusalMemory';
import { createOpenAiModel } from '../../../src/adapters/openai/openAiModel';
import type { ChatModel, ChatRequest } from '../../../src/model/ports';
import { readReply } from '../../../src/model/reply';
import { startRounds } from '../../support/scriptedRounds';
import { json, startScriptedServer, type ScriptedServer } from '../../support/scriptedServer';

const QUIET = new AbortController().signal;
const TOOL = { name: 'searchDocs', description: 'Searches.', parameters: { type: 'object' } };
const CALL = { id: 'call_1', name: 'searchDocs', arguments: '{"query":"x"}' };
const RULES = { role: 'system', content: 'Be brief.' } as const;
const QUESTION = { role: 'user', content: 'How long is the lease?' } as const;
const ASKED: ChatRequest = { messages: [RULES, QUESTION], temperature: 0, maxOutputTokens: 50, stop: ['<|END|>'] };
const GATHERING: ChatRequest = {
  messages: [RULES, QUESTION, { role: 'assistant', content: '', toolCalls: [CALL] }, { role: 'tool', callId: 'call_1', content: '30 s' }],
  tools: [TOOL],
};

let server: ScriptedServer;
afterEach(() => server.close());

const modelAt = (refusals?: RefusalMemory): ChatModel =>
  createOpenAiModel({ baseUrl: server.baseUrl, model: 'tide-1', apiKey: undefined, ...(refusals === undefined ? {} : { refusals }) });

/** What the server was sent, in order, when it refuses with these lines, and then answers two requests. */
async function negotiate(refusals: readonly string[], request: ChatRequest): Promise<Record<string, unknown>[]> {
  server = await startRounds([...refusals, 'say first', 'say second']);
  const model = modelAt();
  expect((await readReply(model, request, QUIET)).text).toBe('first');
  expect((await readReply(model, request, QUIET)).text).toBe('second');
  expect(server.requests).toHaveLength(refusals.length + 2);
  const bodies = server.requests.map(({ body }) => body as Record<string, unknown>);
  // What was refused once is not asked for again.
  expect(bodies.at(-1)).toEqual(bodies.at(-2));
  return bodies;
}

test.each<[row: string, refusal: string, expected: object]>([
  ['OpenAI reasoning: max_tokens', "400 Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", { max_tokens: undefined, max_completion_tokens: 50 }],
  ['OpenAI reasoning: temperature', "400 Unsupported value: 'temperature' does not support 0 with this model.", { temperature: undefined }],
  ['OpenAI reasoning: stop', "400 Unsupported parameter: 'stop' is not supported with this model.", { stop: undefined }],
  ['Mistral: stream_options', '422 Extra inputs are not permitted: stream_options.include_usage', { stream_options: undefined }],
  ['Anthropic: temperature', '400 temperature: range: 0..1', { temperature: undefined }],
  ['templates without a system role', '500 Jinja Exception: System role not supported', { messages: [{ role: 'user', content: 'Be brief.\n\nHow long is the lease?' }] }],
  ['templates without a system role, by turns', '500 Conversation roles must alternate user/assistant', { messages: [{ role: 'user', content: 'Be brief.\n\nHow long is the lease?' }] }],
  ['no streaming', '400 Streaming is not supported for this model', { stream: false, stream_options: undefined }],
])('a refused part is left out or replaced, and stays so: %s', async (_row, refusal, expected) => {
  const bodies = await negotiate([refusal], ASKED);
  expect(bodies[1]).toEqual({ ...bodies[0], ...expected });
});

test('parts are refused one after another, until the rest is taken', async () => {
  const bodies = await negotiate(['400 max_tokens is unknown', '422 temperature', '400 stop sequences are not supported', '400 stream_options', '400 max_completion_tokens is unknown', '500 System role not supported'], ASKED);
  expect(bodies.at(-1)).toEqual({ model: 'tide-1', messages: [{ role: 'user', content: 'Be brief.\n\nHow long is the lease?' }], stream: true });
});

test.each<[row: string, refusal: string, expected: readonly object[]]>([
  ['content null', "400 Invalid value for 'content': expected a string, got null.", [RULES, QUESTION, { role: 'assistant', content: '' }, { role: 'tool' }]],
  ['role tool', "400 'tool' is not one of ['system', 'assistant', 'user'] - 'messages.3.role'", [RULES, QUESTION, { role: 'assistant', content: 'Call searchDocs with {"query":"x"}' }, { role: 'user', content: 'Result of searchDocs:\n30 s' }]],
])('a conversation with calls is told in another way where the server refuses it: %s', async (_row, refusal, expected) => {
  const bodies = await negotiate([refusal], GATHERING);
  expect(bodies[1]?.messages).toMatchObject(expected);
});

test('llama.cpp: tools that cannot be streamed are asked for without a stream', async () => {
  server = await startRounds(['500 Cannot use tools with stream', 'as whole call searchDocs {"query":"x"}']);
  const { calls } = await readReply(modelAt(), { messages: [QUESTION], tools: [TOOL] }, QUIET);
  expect(calls).toMatchObject([{ name: 'searchDocs', arguments: '{"query":"x"}' }]);
  expect(server.requests[1]?.body).toMatchObject({ stream: false, tools: [{}] });
});

test.each([
  ['Ollama', '400 registry.example/tide:1b does not support tools'],
  ['vLLM', '400 "auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
  ['OpenRouter', '404 No endpoints found that support tool use.'],
  ['llama.cpp', '500 tools param requires --jinja flag'],
  ['Mistral', '422 Extra inputs are not permitted: tools'],
  ['in the stream', 'raw {"error":{"message":"This model does not support function calling","code":400}}'],
  ['with status 200', 'body {"error":{"message":"tide-1 does not support tools"}}'],
])('tools that are refused are not asked for again, what needs none is: %s', async (_row, refusal) => {
  server = await startRounds([refusal, 'say 30 s.']);
  const model = modelAt();
  const gathering = { messages: [QUESTION], tools: [TOOL] };
  await expect(readReply(model, gathering, QUIET)).rejects.toMatchObject({ code: 'model.unsupported', retryable: false });
  await expect(readReply(model, gathering, QUIET)).rejects.toThrow(/tide-1 at 127\.0\.0\.1:\d+ cannot call tools/);
  expect(server.requests).toHaveLength(1);
  expect((await readReply(model, ASKED, QUIET)).text).toBe('30 s.');
});

test('what a model refused is known to a model made anew for the same endpoint', async () => {
  server = await startRounds(['400 tide-1 does not support tools']);
  const refusals = new RefusalMemory();
  const gathering = { messages: [QUESTION], tools: [TOOL] };
  await expect(readReply(modelAt(refusals), gathering, QUIET)).rejects.toMatchObject({ code: 'model.unsupported' });
  await expect(readReply(modelAt(refusals), gathering, QUIET)).rejects.toMatchObject({ code: 'model.unsupported' });
  expect(server.requests).toHaveLength(1);
});

test('tool_choice, parallel_tool_calls, strict and response_format, which some servers refuse, are not sent at all', async () => {
  server = await startRounds(['say']);
  await readReply(modelAt(), GATHERING, QUIET);
  expect(JSON.stringify(server.requests[0]?.body)).not.toMatch(/tool_choice|parallel_tool_calls|strict|response_format/);
});

test.each([
  ['Azure', 400, { message: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.", code: 'content_filter' }],
  ['DashScope', 400, { message: 'Input data may contain inappropriate content.', code: 'data_inspection_failed' }],
  ['OpenRouter', 403, { message: 'This model requires moderation, and your input was flagged.', code: 403 }],
])('a question that a filter withholds fails as filtered: %s', async (_row, status, error) => {
  server = await startScriptedServer([json(status, { error })]);
  await expect(readReply(modelAt(), ASKED, QUIET)).rejects.toMatchObject({ code: 'model.contentFilter', retryable: false });
});

test.each([
  ['Groq', '400 Failed to call a function. Please adjust your prompt.'],
  ['Ollama', "500 error parsing tool call: raw='{', err=unexpected end of JSON input"],
])('a call that the model wrote wrongly is not taken for a refusal, and may be tried again: %s', async (_row, line) => {
  server = await startRounds([line]);
  await expect(readReply(modelAt(), GATHERING, QUIET)).rejects.toMatchObject({ code: 'model.badResponse', retryable: true });
});

test('a refusal that names nothing that was sent fails in the words of the server', async () => {
  server = await startRounds(['400 temperature is not supported']);
  await expect(readReply(modelAt(), { messages: [QUESTION] }, QUIET)).rejects.toThrow(/"temperature is not supported"/);
  expect(server.requests).toHaveLength(1);
});
