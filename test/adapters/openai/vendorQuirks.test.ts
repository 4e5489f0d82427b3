import { afterEach, expect, test } from 'vitest';
import { native } from '../../../src/agent/dialects/native';
import { createOpenAiModel } from '../../../src/adapters/openai/openAiModel';
import type { ChatModel, ChatRequest, ToolOffer } from '../../../src/model/ports';
import { readReply, type Reply } from '../../../src/model/reply';
import { startRounds } from '../../support/scriptedRounds';
import type { ScriptedServer } from '../../support/scriptedServer';

const QUIET = new AbortController().signal;
const TOOLS: readonly ToolOffer[] = ['searchDocs', 'readDoc'].map((name) => ({
  name,
  description: 'Looks something up.',
  parameters: { type: 'object', properties: { query: { type: 'string' } } },
}));
const ASKED: ChatRequest = { messages: [{ role: 'user', content: 'How long is the lease?' }], temperature: 0 };
const WITH_TOOLS: ChatRequest = { ...ASKED, tools: TOOLS };

let server: ScriptedServer;
afterEach(() => server.close());

async function modelOn(...lines: readonly string[]): Promise<ChatModel> {
  server = await startRounds(lines);
  return createOpenAiModel({ baseUrl: server.baseUrl, model: 'tide-1', apiKey: undefined });
}

async function replyTo(line: string, request: ChatRequest = WITH_TOOLS): Promise<Reply> {
  return readReply(await modelOn(line), request, QUIET);
}

const A = '{"query":"leases"}';
const B = '{"query":"locks"}';
const BOTH = `call searchDocs ${A} | searchDocs ${B}`;

/** Each line is a row of what is known of servers; two calls are made, and two must arrive. */
test.each<[row: string, line: string]>([
  ['OpenAI: pieces by index', BOTH],
  ['create: first delta has no role', `as no-role ${BOTH}`],
  ['create: tool call without index (Gemini), finish "stop"', `as gemini ${BOTH}`],
  ['create: tool call without index, all in one chunk', `as no-index,one-chunk ${BOTH}`],
  ['create: two calls, both index 0 (Ollama up to 0.20)', `as ollama-index0 ${BOTH}`],
  ['create: arguments as object', `as args-object ${BOTH}`],
  ['create: no finish_reason at end', `as no-finish ${BOTH}`],
  ['create: no id', `as no-id ${BOTH}`],
  ['create: first chunk with an empty list of choices (Azure)', `as empty-choices ${BOTH}`],
  ['Ollama: no index (before 0.4.7)', `as no-index ${BOTH}`],
  ['Ollama: one whole call per chunk, index 0, no usage', `as ollama-index0,no-usage ${BOTH}`],
  ['Ollama via LiteLLM: finish "stop", arguments as dict, index 0, changing id', `as finish-stop,args-object,ollama-index0,changing-id ${BOTH}`],
  ['LiteLLM: changing id in pieces', `as changing-id ${BOTH}`],
  ['Ollama: thinking in reasoning', `as ollama-reasoning,ollama-index0 ${BOTH}`],
  ['LM Studio: later deltas with empty name', `as empty-name ${BOTH}`],
  ['llama.cpp: name repeated in every delta', `as repeated-name ${BOTH}`],
  ['llama.cpp: name repeated, no id', `as repeated-name,no-id ${BOTH}`],
  ['vLLM: arguments with id null', `as null-id ${BOTH}`],
  ['vLLM, DeepSeek, Qwen: thinking in reasoning_content', `as reasoning ${BOTH}`],
  ['OpenRouter: reasoning_details', `as reasoning-details ${BOTH}`],
  ['DeepSeek via Qianfan: cumulative arguments', `as cumulative-args ${BOTH}`],
  ['arguments once more at the end', `as duplicate-args ${BOTH}`],
  ['LocalAI: same call at several indexes', `as several-indexes ${BOTH}`],
  ['LocalAI: same call at several indexes, without ids', `as several-indexes,no-id ${BOTH}`],
  ['openai-python: duplicate index in one chunk', `as ollama-index0,one-chunk ${BOTH}`],
  ['ids that are the same', `as same-id ${BOTH}`],
  ['a server that does not stream', `as whole ${BOTH}`],
  ['a server that does not stream, arguments as object, no id', `as whole,args-object,no-id ${BOTH}`],
  ['no [DONE]', `as no-done ${BOTH}`],
  ['neither usage nor finish', `as no-usage,no-finish ${BOTH}`],
  ['thinking in tags before', `as think ${BOTH}`],
])('two calls arrive as two calls: %s', async (_row, line) => {
  const { calls, text, finish } = await replyTo(line);
  expect(calls.map(({ name, arguments: args }) => `${name} ${args}`)).toEqual([`searchDocs ${A}`, `searchDocs ${B}`]);
  expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
  expect({ text, finish }).toEqual({ text: '', finish: 'toolCalls' });
});

test('one call in the field that came before tool_calls is a call', async () => {
  const { calls, finish } = await replyTo(`as function-call call searchDocs ${A}`);
  expect(calls).toEqual([{ id: calls[0]?.id, name: 'searchDocs', arguments: A }]);
  expect(finish).toBe('toolCalls');
});

/** Servers without a parser for their model leave the call in the text; it is read there, whatever the model. */
test.each<[row: string, line: string]>([
  ['LM Studio: <tool_call><function=…> in content', `as parameter-tag ${BOTH}`],
  ['vLLM: <tool_call> in content while streaming', `as printed-call ${BOTH}`],
  ['Llama: <function=…>', `as function-tag ${BOTH}`],
  ['llama.cpp without a tool template: plain text', `as bare-call ${BOTH}`],
  ['in a fence', `as fenced-call ${BOTH}`],
  ['after thinking in tags', `as think,printed-call ${BOTH}`],
])('two calls that are printed as text are two calls: %s', async (_row, line) => {
  const { calls } = native.read(await replyTo(line), { offers: TOOLS, round: 1 });
  expect(calls.map(({ name, arguments: args }) => `${name} ${args}`)).toEqual([`searchDocs ${A}`, `searchDocs ${B}`]);
});

test('llama.cpp: a second call that is left in content does not spoil the first', async () => {
  const said = native.read(await replyTo(`as leftover-call ${BOTH}`), { offers: TOOLS, round: 1 });
  expect(said.calls.map(({ arguments: args }) => args)).toEqual([A]);
});

test.each<[row: string, line: string]>([
  ['OpenAI', 'say The lease is 30 s.'],
  ['no role', 'as no-role say The lease is 30 s.'],
  ['no finish reason, no usage', 'as no-finish,no-usage say The lease is 30 s.'],
  ['no [DONE], no usage', 'as no-done,no-usage say The lease is 30 s.'],
  ['empty choices', 'as empty-choices say The lease is 30 s.'],
  ['one document', 'as whole say The lease is 30 s.'],
  ['reasoning_content', 'as reasoning say The lease is 30 s.'],
  ['reasoning (Ollama, vLLM)', 'as ollama-reasoning say The lease is 30 s.'],
  ['think tags', 'as think say The lease is 30 s.'],
])('text arrives as text: %s', async (_row, line) => {
  expect((await replyTo(line, ASKED)).text).toBe('The lease is 30 s.');
});

test.each([
  ['say The lease is 30 s.', { inputTokens: 100, outputTokens: 10 }],
  ['as no-usage say The lease is 30 s.', {}],
  ['as whole say The lease is 30 s.', { inputTokens: 100, outputTokens: 10 }],
])('what it cost is told where the server tells it: %s', async (line, usage) => {
  expect((await replyTo(line, ASKED)).usage).toEqual(usage);
});

test.each([
  ['say', 'stop'],
  ['as reasoning,no-usage say', 'stop'],
  ['ends length say', 'length'],
])('a model that is offered tools may say nothing: %s', async (line, finish) => {
  expect(await replyTo(line)).toMatchObject({ text: '', calls: [], finish });
});

test('a model that thinks first gives a sign of life, which is no text', async () => {
  const model = await modelOn('as reasoning say Yes');
  const events = [];
  for await (const event of model.stream(ASKED, QUIET)) {
    events.push(event);
  }
  expect(events.slice(0, 2)).toEqual([{ type: 'text', text: '' }, { type: 'text', text: 'Yes' }]);
});

test('a filter that cuts an answer ends it, and one that withholds it fails', async () => {
  expect(await replyTo('ends content_filter say The lease', ASKED)).toMatchObject({ text: 'The lease', finish: 'contentFilter' });
  await server.close();
  await expect(replyTo('ends content_filter say')).rejects.toMatchObject({ code: 'model.contentFilter' });
});

test.each(['error', 'insufficient_system_resource'])('an answer that ends with "%s" is cut off', async (words) => {
  await expect(replyTo(`ends ${words} say The lease`, ASKED)).rejects.toMatchObject({ code: 'model.badResponse', retryable: true });
});

/** The second round as the server gets it, when the first made a call and got a result. */
async function secondRequest(first: string, recipient = 'same'): Promise<Record<string, unknown>[]> {
  const model = await modelOn(first, 'say Done.');
  const { text, calls, replay } = await readReply(model, WITH_TOOLS, QUIET);
  const said = { role: 'assistant' as const, content: text, toolCalls: calls, ...(replay === undefined ? {} : { replay }) };
  const results = calls.map(({ id }) => ({ role: 'tool' as const, callId: id, content: 'Nothing.' }));
  const other = createOpenAiModel({ baseUrl: server.baseUrl, model: 'tide-2', apiKey: undefined });
  await readReply(recipient === 'same' ? model : other, { ...WITH_TOOLS, messages: [...WITH_TOOLS.messages, said, ...results] }, QUIET);
  return (server.requests[1]?.body as { messages: Record<string, unknown>[] }).messages;
}

test('OpenAI: calls are sent back with their ids and content null, results after them', async () => {
  const [, said, first, second] = await secondRequest(BOTH);
  expect(said).toEqual({
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'call_0_0', type: 'function', function: { name: 'searchDocs', arguments: A } },
      { id: 'call_0_1', type: 'function', function: { name: 'searchDocs', arguments: B } },
    ],
  });
  expect([first, second]).toMatchObject([{ role: 'tool', tool_call_id: 'call_0_0' }, { role: 'tool', tool_call_id: 'call_0_1' }]);
});

test('Mistral: ids that we make are nine letters and digits', async () => {
  const [, , result] = await secondRequest(`as no-id call searchDocs ${A}`);
  expect(result?.tool_call_id).toMatch(/^[a-z\d]{9}$/);
});

test('ids that begin anew in each round are made unique', async () => {
  const model = await modelOn(`as same-id call searchDocs ${A}`);
  const before = { role: 'assistant' as const, content: '', toolCalls: [{ id: 'call_0', name: 'searchDocs', arguments: B }] };
  const { calls } = await readReply(model, { ...WITH_TOOLS, messages: [...WITH_TOOLS.messages, before, { role: 'tool', callId: 'call_0', content: 'x' }] }, QUIET);
  expect(calls[0]?.id).toMatch(/^[a-z\d]{9}$/);
});

test.each<[row: string, quirk: string, expected: object]>([
  ['DeepSeek: reasoning_content', 'reasoning', { reasoning_content: 'They want a fact. Better look it up.' }],
  ['vLLM: reasoning', 'ollama-reasoning', { reasoning: 'They want a fact. Better look it up.' }],
  ['OpenRouter: reasoning_details', 'reasoning-details', { reasoning_details: [{ type: 'reasoning.text', text: 'They want a fact. Better look it up.', index: 0 }] }],
  ['Gemini: the signature of the first call', 'gemini', { tool_calls: [{ extra_content: { google: { thought_signature: 'c2ln' } } }, {}] }],
])('what must be sent back is, to the model that sent it and to no other: %s', async (_row, quirk, expected) => {
  expect((await secondRequest(`as ${quirk} ${BOTH}`))[1]).toMatchObject(expected);
  await server.close();
  const [, said] = await secondRequest(`as ${quirk} ${BOTH}`, 'another');
  expect(Object.keys(said ?? {})).toEqual(['role', 'content', 'tool_calls']);
  expect(JSON.stringify(said)).not.toContain('thought_signature');
});

test('Gemini: a signature in a piece without anything else is kept', async () => {
  const call = JSON.stringify({ choices: [{ delta: { tool_calls: [{ id: 'x', function: { name: 'searchDocs', arguments: A } }] } }] });
  const signature = JSON.stringify({ choices: [{ delta: { extra_content: { google: { thought_signature: 'c2ln' } } }, finish_reason: 'stop' }] });
  expect((await secondRequest(`raw ${call} | ${signature} | [DONE]`))[1]).toMatchObject({ extra_content: { google: { thought_signature: 'c2ln' } } });
});

test('llama.cpp: arguments that are no JSON object are not sent back, its template would fail', async () => {
  const [, said] = await secondRequest('call searchDocs {"query": "leas');
  expect(said).toMatchObject({ tool_calls: [{ function: { arguments: '{}' } }] });
});

test('Azure: the key goes under its own name too, and to the address of the deployment', async () => {
  server = await startRounds(['say Yes.']);
  const sent: { url: string; headers: Headers }[] = [];
  const model = createOpenAiModel({
    baseUrl: 'https://tide.openai.azure.com/openai/deployments/d1?api-version=2024-10-21',
    model: 'tide-1',
    apiKey: 'azure-key',
    fetch: (url, init) => {
      sent.push({ url: url instanceof Request ? url.url : String(url), headers: new Headers(init?.headers) });
      return fetch(`${server.baseUrl}/chat/completions`, init);
    },
  });
  expect((await readReply(model, ASKED, QUIET)).text).toBe('Yes.');
  expect(sent[0]?.url).toBe('https://tide.openai.azure.com/openai/deployments/d1/chat/completions?api-version=2024-10-21');
  expect(sent[0]?.headers.get('api-key')).toBe('azure-key');
});

test.each([
  ['say The lease <|END|> and more and more', 'The lease '],
  ['raw {"choices":[{"delta":{"content":"a <|E"}}]} | {"choices":[{"delta":{"content":"ND|> b"}}]}', 'a '],
  ['say The lease <|ENDLESS', 'The lease <|ENDLESS'],
])('stop texts are sent, and heeded here where a server does not: %s', async (line, text) => {
  const reply = await replyTo(line, { ...ASKED, stop: ['<|END|>'] });
  expect(server.requests[0]?.body).toMatchObject({ stop: ['<|END|>'] });
  expect(reply).toMatchObject({ text });
});

test('a server that does not stop at a stop text is left', async () => {
  const { text, finish } = await replyTo('hang say The lease <|END|> and', { ...ASKED, stop: ['<|END|>'] });
  expect({ text, finish }).toEqual({ text: 'The lease ', finish: 'stop' });
  expect(await server.requests[0]?.closed).toEqual({ complete: false });
});
