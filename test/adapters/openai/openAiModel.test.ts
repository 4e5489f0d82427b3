import { afterEach, describe, expect, test, vi } from 'vitest';
import { createOpenAiModel, type OpenAiModelOptions } from '../../../src/adapters/openai/openAiModel';
import type { ChatEvent, ChatModel, ChatRequest } from '../../../src/model/ports';
import { chatStream, CUT, delta, DONE, event, HANG, json, send, startScriptedServer, wait, type ScriptedAnswer, type ScriptedServer, type Step } from '../../support/scriptedServer';
import { collect } from './chatModelContract';

const KEY = 'sk-tide-0123456789abcdef';
const REQUEST: ChatRequest = {
  messages: [{ role: 'system', content: 'Be brief.' }, { role: 'user', content: 'How long is the lease?' }],
  temperature: 0,
  maxOutputTokens: 50,
};
const QUIET = new AbortController().signal;

let server: ScriptedServer;
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

async function modelOn(answers: readonly ScriptedAnswer[], options: Partial<OpenAiModelOptions> = {}): Promise<ChatModel> {
  server = await startScriptedServer(answers);
  return createOpenAiModel({ baseUrl: server.baseUrl, model: 'tide-1', apiKey: KEY, ...options });
}

function textOf(events: readonly ChatEvent[]): string {
  return events.map((item) => (item.type === 'text' ? item.text : '')).join('');
}

/** The text that is shown for these steps of the server. */
async function textFor(...steps: readonly Step[]): Promise<string> {
  const model = await modelOn([{ steps }]);
  return textOf(await collect(model.stream(REQUEST, QUIET)));
}

/** The error of a call, and what was shown before it. */
async function failureOf(answers: readonly ScriptedAnswer[], options: Partial<OpenAiModelOptions> = {}) {
  const model = await modelOn(answers, options);
  let text = '';
  try {
    for await (const item of model.stream(REQUEST, QUIET)) {
      text += textOf([item]);
    }
  } catch (error) {
    return { error: error as Error & { code: string; retryable: boolean; retryAfterMs?: number }, text };
  }
  throw new Error(`No failure, but "${text}".`);
}

test('a stream as OpenAI sends it is read whole, with its usage at the end', async () => {
  const stream = chatStream('30 ', 'min');
  const usage = event({ choices: [], usage: { prompt_tokens: 12, completion_tokens: 2, total_tokens: 14 } });
  const model = await modelOn([{ steps: [...stream.steps.slice(0, -1), usage, DONE] }]);
  expect(await collect(model.stream(REQUEST, QUIET))).toEqual([
    { type: 'text', text: '30 ' },
    { type: 'text', text: 'min' },
    { type: 'usage', usage: { inputTokens: 12, outputTokens: 2 } },
    { type: 'finish', reason: 'stop' },
  ]);
});

test.each<[string, readonly Step[]]>([
  ['without a role', [delta({ content: '30 s' }), delta({}, 'stop'), DONE]],
  ['that begins with a chunk without choices', [event({ choices: [] }), delta({ content: '30 s' }), delta({}, 'stop'), DONE]],
  ['without a finish reason', [delta({ content: '30 s' }), DONE]],
  ['without an end mark', [delta({ content: '30 s' }, 'stop')]],
  ['with comments between', [send(': ping\n\n'), delta({ content: '30 ' }), send(': ping\n\n'), delta({ content: 's' }), DONE]],
  ['with line ends of both kinds', [send('data: {"choices":[{"delta":{"content":"30 s"}}]}\r\n\r\n'), DONE]],
  ['split inside a character', [send('data: {"choices":[{"delta":{"content":"30'), wait(10), send(' s"}}]}\n\ndata: [DO'), wait(10), send('NE]\n\n')]],
  ['with reasoning_content', [delta({ reasoning_content: 'Let me see' }), delta({ content: '30 s' }), DONE]],
  ['with reasoning', [delta({ reasoning: 'Let me see', content: '' }), delta({ content: '30 s' }), DONE]],
  ['with think tags over several chunks', [delta({ content: '<th' }), delta({ content: 'ink>10 s?</thi' }), delta({ content: 'nk>\n\n30 s' }), DONE]],
  ['that is no stream but one JSON answer', [send(JSON.stringify({ choices: [{ message: { role: 'assistant', content: '30 s' }, finish_reason: 'stop' }] }, null, 2))]],
])('an answer %s gives the same text', async (_name, steps) => {
  expect(await textFor(...steps)).toBe('30 s');
});

test('text that merely looks like a think tag is kept', async () => {
  expect(await textFor(delta({ content: 'if a <thi' }), delta({ content: 'rd then' }), DONE)).toBe('if a <third then');
});

test('what is sent is the request, streamed, with the key and nothing about the machine', async () => {
  vi.stubEnv('OPENAI_API_KEY', 'sk-from-environment');
  vi.stubEnv('OPENAI_ORG_ID', 'org-from-environment');
  vi.stubEnv('OPENAI_PROJECT_ID', 'proj-from-environment');
  vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'x-from: environment\nauthorization: Bearer environment');
  const model = await modelOn([chatStream('ok')]);
  await collect(model.stream(REQUEST, QUIET));
  const [request] = server.requests;
  expect(request).toMatchObject({
    method: 'POST',
    url: '/v1/chat/completions',
    headers: { authorization: `Bearer ${KEY}` },
    body: { model: 'tide-1', messages: REQUEST.messages, stream: true, stream_options: { include_usage: true }, temperature: 0, max_tokens: 50 },
  });
  expect(JSON.stringify(request?.headers)).not.toMatch(/environment|stainless|openai/i);
});

test('without a key the one in the environment is not taken', async () => {
  vi.stubEnv('OPENAI_API_KEY', 'sk-from-environment');
  const model = await modelOn([chatStream('ok')], { apiKey: undefined });
  await collect(model.stream(REQUEST, QUIET));
  expect(server.requests[0]?.headers.authorization).toBe('Bearer none');
});

test('a query of the base URL goes with the call', async () => {
  server = await startScriptedServer([chatStream('ok')]);
  const model = createOpenAiModel({ baseUrl: `${server.baseUrl}?api-version=1`, model: 'tide-1', apiKey: KEY });
  await collect(model.stream(REQUEST, QUIET));
  expect(server.requests[0]?.url).toBe('/v1/chat/completions?api-version=1');
});

test.each([
  [429, 'model.rateLimited'],
  [503, 'model.badResponse'],
])('a busy server (%i) is asked once: whoever recovers is told when to ask again', async (status, code) => {
  const { error } = await failureOf([json(status, { error: { message: 'Slow down' } }, { 'retry-after-ms': '5' })]);
  expect(error).toMatchObject({ code, retryable: true, retryAfterMs: 5 });
  expect(server.requests).toHaveLength(1);
});

test('a server that asks for a long wait says so in words', async () => {
  const { error } = await failureOf([json(429, { error: { message: 'Slow down' } }, { 'retry-after': '90' })]);
  expect(error).toMatchObject({ code: 'model.rateLimited', retryAfterMs: 90_000 });
  expect(error.message).toContain('in 90 s');
});

test('a connection that is cut after the first words is not tried again: the answer is cut off', async () => {
  const { error, text } = await failureOf([{ steps: [delta({ content: 'The lease' }), CUT] }]);
  expect(text).toBe('The lease');
  expect(error).toMatchObject({ code: 'model.badResponse', retryable: true });
  expect(error.message).toMatch(/cut off/);
  expect(server.requests).toHaveLength(1);
});

test('an answer that just stops, without any sign of its end, is cut off', async () => {
  const { error } = await failureOf([{ steps: [delta({ content: 'The lease' }), send('data: {"choices":[{"del')] }]);
  expect(error).toMatchObject({ code: 'model.badResponse', retryable: true });
  expect(error.message).toMatch(/cut off/);
});

test('a connection that is cut before the first word may be tried again', async () => {
  const { error, text } = await failureOf([{ steps: [delta({ role: 'assistant' }), CUT] }]);
  expect(text).toBe('');
  expect(error).toMatchObject({ code: 'model.badResponse', retryable: true });
});

test.each<[string, ScriptedAnswer]>([
  ['in an object', { steps: [event({ error: { message: 'The tide is out', code: 'bad_tide' } })] }],
  ['as a text', { steps: [event({ error: 'The tide is out' })] }],
  ['in a list', { steps: [event([{ error: { message: 'The tide is out', code: 418 } }])] }],
  ['as an event of that name', { steps: [send('event: error\ndata: {"message":"The tide is out"}\n\n')] }],
  ['as JSON with status 200', json(200, { error: { message: 'The tide is out' } })],
  ['as JSON with status 418', json(418, { error: { message: 'The tide is out' } })],
  ['as a text with status 418', json(418, { error: 'The tide is out' })],
  ['as a list with status 418', json(418, [{ error: { message: 'The tide is out' } }])],
  ['as a message with status 418', json(418, { message: 'The tide is out', error_type: 'tide' })],
  ['as a page with status 418', { status: 418, headers: { 'content-type': 'text/html' }, steps: [send('<!doctype html><html><head><title>The tide is out</title></head>')] }],
])('an error that is reported %s is passed on in the words of the server', async (_name, answer) => {
  const { error } = await failureOf([answer]);
  expect(error.code).toBe('model.badResponse');
  expect(error.message).toContain('The server said: "The tide is out".');
  expect(error.message).not.toContain('<');
});

test('an error after the first words says that the answer is cut off', async () => {
  const { error, text } = await failureOf([{ steps: [delta({ content: 'The lease' }), event({ error: { message: 'out of memory' } })] }]);
  expect(text).toBe('The lease');
  expect(error.message).toMatch(/^The answer is cut off\. .*out of memory/);
});

test('a web page with status 200 is no answer', async () => {
  const { error } = await failureOf([{ headers: { 'content-type': 'text/html' }, steps: [send('<html>\n<body>Welcome</body>\n</html>')] }]);
  expect(error).toMatchObject({ code: 'model.badResponse', retryable: false });
  expect(error.message).toMatch(/web page.*base URL/);
});

test.each([
  ['length', 'model.emptyAnswer', /output limit/],
  ['content_filter', 'model.contentFilter', /content filter/],
  ['stop', 'model.emptyAnswer', /empty answer/],
])('an answer without text that ends with "%s" is said to be so', async (finish, code, message) => {
  const { error } = await failureOf([{ steps: [delta({ reasoning: 'Hm' }), delta({}, finish), DONE] }]);
  expect(error.code).toBe(code);
  expect(error.message).toMatch(message);
});

describe('a key that the server repeats', () => {
  const SAID = `Bearer ${KEY}!`;

  test.each([
    ['in one piece', [SAID]],
    ['letter by letter', SAID.split('')],
    ['split in the middle', [`Bearer ${KEY.slice(0, 9)}`, `${KEY.slice(9)}!`]],
  ])('is not in the answer: %s', async (_, pieces) => {
    expect(await textFor(...chatStream(...pieces).steps)).toBe('Bearer …!');
  });

  test('is not in calls', async () => {
    const call = { index: 0, id: 'call_1', type: 'function', function: { name: `get_${KEY}`, arguments: JSON.stringify({ query: SAID }) } };
    const model = await modelOn([{ steps: [delta({ tool_calls: [call] }), delta({}, 'tool_calls'), DONE] }]);
    expect(await collect(model.stream(REQUEST, QUIET))).toContainEqual({ type: 'toolCalls', calls: [{ id: 'call_1', name: 'get_…', arguments: '{"query":"Bearer …!"}' }] });
  });

  test('and what only begins like it is shown, also where the answer ends or breaks off there', async () => {
    const begun = [delta({ content: 'It is s' }), delta({ content: 'k-tide-0' })];
    expect(await textFor(...begun, delta({}, 'stop'), DONE)).toBe('It is sk-tide-0');
    await server.close();
    expect((await failureOf([{ steps: [...begun, CUT] }])).text).toBe('It is sk-tide-0');
  });

  test('is a word where it only fills the place of one', async () => {
    const model = await modelOn([chatStream('Install ollama.')], { apiKey: 'ollama' });
    expect(textOf(await collect(model.stream(REQUEST, QUIET)))).toBe('Install ollama.');
  });
});

test.each<[number, unknown, string, RegExp]>([
  [401, { error: { message: `Incorrect API key provided: ${KEY}` } }, 'model.unauthorized', /127\.0\.0\.1:\d+ .*Set Up a Language Model/],
  [403, { error: { message: 'No' } }, 'model.unauthorized', /127\.0\.0\.1:\d+ .*Set Up a Language Model/],
  [404, { error: { message: 'model "tide-1" not found' } }, 'model.notFound', /http:\/\/127\.0\.0\.1:\d+\/v1 .*tide-1/],
  [400, { error: { message: "This model's maximum context length is 10 tokens. Reduce max_tokens.", code: 'context_length_exceeded' } }, 'model.contextOverflow', /too long/],
  [400, { error: { message: `The key ${KEY} is odd` } }, 'model.badResponse', /The key … is odd/],
])('status %i means what it says, without the key', async (status, body, code, message) => {
  const { error } = await failureOf([json(status, body)]);
  expect(error).toMatchObject({ code, retryable: false });
  expect(error.message).toMatch(message);
  expect(error.message).not.toContain(KEY);
  expect(server.requests).toHaveLength(1);
});

test('a server that is not there is named, with what to do', async () => {
  const model = await modelOn([]);
  await server.close();
  const calling = collect(model.stream(REQUEST, QUIET));
  await expect(calling).rejects.toMatchObject({ code: 'model.unreachable', retryable: true });
  await expect(calling).rejects.toThrow(new RegExp(`${server.host}: the connection was refused.*server runs`));
});

test('a server without TLS that is called with https is unreachable', async () => {
  const { error } = await failureOf([], { fetch: (_url, init) => fetch(`https://${server.host}/`, init) });
  expect(error.code).toBe('model.unreachable');
});

test('a server that never begins is given up, and its connection closed', async () => {
  const { error } = await failureOf([{ steps: [HANG] }], { firstTokenTimeoutMs: 80 });
  expect(error).toMatchObject({ code: 'model.unreachable', retryable: true });
  expect(error.message).toMatch(/tide-1 at 127\.0\.0\.1:\d+ sent no word/);
  expect(await server.requests[0]?.closed).toEqual({ complete: false });
});

test('a role alone is not the first word', async () => {
  const { error } = await failureOf([{ steps: [delta({ role: 'assistant', content: '' }), HANG] }], { firstTokenTimeoutMs: 80, idleTimeoutMs: 60_000 });
  expect(error.code).toBe('model.unreachable');
});

test('a server that falls silent in the middle is given up', async () => {
  const { error, text } = await failureOf([{ steps: [delta({ content: 'The lease' }), HANG] }], { idleTimeoutMs: 80 });
  expect(text).toBe('The lease');
  expect(error).toMatchObject({ code: 'model.badResponse', retryable: true });
  expect(error.message).toMatch(/cut off.*nothing for 0\.1 s/);
});

test('a slow reader is not taken for a silent server', async () => {
  const model = await modelOn([chatStream('a', 'b', 'c')], { idleTimeoutMs: 60 });
  let text = '';
  for await (const item of model.stream(REQUEST, QUIET)) {
    text += textOf([item]);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(text).toBe('abc');
});

test('a reader who leaves closes the connection', async () => {
  const model = await modelOn([{ steps: [delta({ content: 'The' }), HANG] }]);
  for await (const item of model.stream(REQUEST, QUIET)) {
    expect(item).toEqual({ type: 'text', text: 'The' });
    break;
  }
  expect(await server.requests[0]?.closed).toEqual({ complete: false });
});

test('a cancelled call before the first word is not tried again', async () => {
  const model = await modelOn([{ steps: [HANG] }, chatStream('never')]);
  await expect(collect(model.stream(REQUEST, AbortSignal.timeout(100)))).rejects.toMatchObject({ code: 'cancelled' });
  expect(server.requests).toHaveLength(1);
});

test.each([307, 308])('a question is not carried on to where a redirection %i points', async (status) => {
  const elsewhere = await startScriptedServer([chatStream('30 s')]);
  const { error } = await failureOf([{ status, headers: { location: `${elsewhere.baseUrl}/chat/completions` }, steps: [send('')] }]);
  expect(error).toMatchObject({ code: 'model.badResponse', retryable: false });
  expect(error.message).toContain(elsewhere.host);
  expect(elsewhere.requests).toEqual([]);
  await elsewhere.close();
});
