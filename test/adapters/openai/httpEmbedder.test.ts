import { afterEach, expect, test } from 'vitest';
import { createHttpEmbedder, type HttpEmbedderOptions } from '../../../src/adapters/openai/httpEmbedder';
import type { PairedEmbedder } from '../../../src/model/ports';
import { CUT, HANG, json, send, startScriptedServer, type ScriptedAnswer, type ScriptedServer } from '../../support/scriptedServer';

const QUIET = new AbortController().signal;

interface Body {
  readonly input: readonly string[];
  readonly [field: string]: unknown;
}

/** What a server says to a batch in place of vectors; nothing to give them. */
type Objection = (body: Body, n: number) => ScriptedAnswer | undefined;

let server: ScriptedServer | undefined;
afterEach(() => server?.close());

/** A vector that tells the text it is of, not of length 1. */
const vectorOf = (text: string): number[] => [text.length, 1, 0];

const vectors = (input: readonly string[]): object => ({ object: 'list', data: input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) })) });

async function start(object: Objection = () => undefined): Promise<ScriptedServer> {
  server = await startScriptedServer(({ body }, n) => object(body as Body, n) ?? json(200, vectors((body as Body).input)));
  return server;
}

async function embedderOn(object?: Objection, options: Partial<HttpEmbedderOptions> = {}): Promise<PairedEmbedder> {
  const { baseUrl } = await start(object);
  return createHttpEmbedder({ baseUrl, model: 'tide-embed', apiKey: undefined, dimensions: 3, ...options }, QUIET);
}

const inputs = (): readonly (readonly string[])[] => server?.requests.map(({ body }) => (body as Body).input) ?? [];

/** The texts whose vectors these are, told by their length. */
const lengths = (found: readonly Float32Array[]): number[] => found.map(([a = 0, b = 1]) => Math.round(a / b));

const numbered = (count: number): string[] => Array.from({ length: count }, (_, i) => 'x'.repeat(i + 1));

test('one unit vector comes for each text, in order, asked for as numbers', async () => {
  const embedder = await embedderOn();
  const found = await embedder.embed(['abc', 'a'], QUIET);
  expect(lengths(found)).toEqual([3, 1]);
  expect(found.map((vector) => Math.hypot(...vector))).toEqual([expect.closeTo(1), expect.closeTo(1)]);
  expect(server?.requests[0]).toMatchObject({ method: 'POST', url: '/v1/embeddings', body: { model: 'tide-embed', input: ['abc', 'a'], encoding_format: 'float' } });
  await embedder.dispose();
});

test('no text needs no request', async () => {
  expect(await (await embedderOn()).embed([], QUIET)).toEqual([]);
  expect(inputs()).toEqual([]);
});

test('the size of the vectors is learned with one request, where it is not known', async () => {
  const embedder = await embedderOn(undefined, { dimensions: undefined } as never);
  expect(embedder.dimensions).toBe(3);
  expect(inputs()).toHaveLength(1);
});

test('vectors are sorted by their index', async () => {
  const embedder = await embedderOn(({ input }) => {
    const { data } = vectors(input) as { data: object[] };
    return json(200, { data: data.reverse() });
  });
  expect(lengths(await embedder.embed(['a', 'bb', 'ccc'], QUIET))).toEqual([1, 2, 3]);
});

test.each([
  ['without an index', {}],
  ['with the same index for all', { index: 0 }],
])('vectors %s come in the order of the texts', async (_name, fields) => {
  const embedder = await embedderOn(({ input }) => json(200, { data: input.map((text) => ({ ...fields, embedding: vectorOf(text) })) }));
  expect(lengths(await embedder.embed(['a', 'bb'], QUIET))).toEqual([1, 2]);
});

test('an empty text is never sent: OpenAI refuses it', async () => {
  const embedder = await embedderOn();
  expect(await embedder.embed(['', ' \n', 'a'], QUIET)).toHaveLength(3);
  expect(inputs()).toEqual([['-', '-', 'a']]);
});

test('texts go in requests of 32, which TEI takes', async () => {
  expect(lengths(await (await embedderOn()).embed(numbered(70), QUIET))).toEqual(numbered(70).map(({ length }) => length));
  expect(inputs().map(({ length }) => length)).toEqual([32, 32, 6]);
});

test('long texts go in smaller requests, and are cut at the limit of tokens', async () => {
  const embedder = await embedderOn(undefined, { maxTokens: 20_000 });
  await embedder.embed(['a'.repeat(90_000), 'b'.repeat(60_000), '\u6f6e'.repeat(19_000), '\u6f6e'.repeat(30_000)], QUIET);
  expect(inputs().map((texts) => texts.map(({ length }) => length))).toEqual([[expect.closeTo(60_000, -2), 60_000], [19_000, expect.closeTo(20_000, -2)]]);
});

/** Each server refuses more than it takes in its own words. */
const tooMany = (limit: number, answer: ScriptedAnswer): Objection => ({ input }) => (input.length > limit ? answer : undefined);
const tooLong = (limit: number, answer: ScriptedAnswer): Objection => ({ input }) => (input.some((text) => text.length > limit) ? answer : undefined);

test.each<[row: string, Objection]>([
  ['TEI: 413', tooMany(32, json(413, { message: 'batch size 64 > maximum allowed batch size 32', code: 413, error_type: 'Validation' }))],
  ['TEI: 422', tooMany(8, json(422, { message: 'batch size 64 > maximum allowed batch size 8', error_type: 'Validation' }))],
  ['Infinity', tooMany(16, json(422, { error: { message: 'input has too many items: 64 > 16', type: 'value_error' } }))],
  ['OpenAI', tooMany(20, json(400, { error: { message: 'The number of inputs must be at most 20', type: 'invalid_request_error', code: null, param: 'input' } }))],
])('a request with too many texts is halved, and later ones hold no more: %s', async (_row, objection) => {
  const embedder = await embedderOn(objection, { maxItems: 64 });
  expect(await embedder.embed(numbered(64), QUIET)).toHaveLength(64);
  const before = inputs().length;
  expect(await embedder.embed(numbered(64), QUIET)).toHaveLength(64);
  const later = server?.requests.slice(before) ?? [];
  expect(Math.max(...later.map(({ body }) => (body as Body).input.length))).toBeLessThanOrEqual(32);
  expect(later).toHaveLength(64 / Math.max(...later.map(({ body }) => (body as Body).input.length)));
});

test.each<[row: string, Objection]>([
  ['llama.cpp: 500', tooLong(500, json(500, { error: { code: 500, message: 'input is too large to process. increase the physical batch size', type: 'server_error' } }))],
  ['vLLM: 400', tooLong(500, json(400, { object: 'error', message: "This model's maximum context length is 512 tokens.", type: 'BadRequestError', code: 400 }))],
  ['OpenAI: 400', tooLong(500, json(400, { error: { message: "This model's maximum context length is 8192 tokens", type: 'invalid_request_error' } }))],
  ['TEI: 413', tooLong(500, json(413, { message: '`inputs` must have less than 512 tokens. Given: 2000', error_type: 'Validation' }))],
])('a text that is too long is cut until it is taken, and the others are not: %s', async (_row, objection) => {
  const embedder = await embedderOn(objection);
  expect(lengths(await embedder.embed(['a', 'b'.repeat(1_600), 'cc'], QUIET))).toEqual([1, 400, 2]);
});

test.each<[row: string, fields: object, refused: string]>([
  ['Mistral', { detail: [{ type: 'extra_forbidden', loc: ['body', 'encoding_format'], msg: 'Extra inputs are not permitted' }] }, 'encoding_format'],
  ['Voyage', { detail: "Value 'float' supplied for argument 'encoding_format' is not valid" }, 'encoding_format'],
])('a parameter that is refused is left out from then on: %s', async (_row, answer, refused) => {
  const embedder = await embedderOn((body) => (refused in body ? json(422, answer) : undefined));
  await embedder.embed(['a'], QUIET);
  await embedder.embed(['b'], QUIET);
  expect(server?.requests.map(({ body }) => refused in (body as Body))).toEqual([true, false, false]);
});

test.each([
  ['LM Studio, Mistral: floats', { data: [{ index: 0, embedding: [3, 1, 0] }] }],
  ['Ollama: other fields besides', { object: 'list', model: 'x', data: [{ object: 'embedding', index: 0, embedding: [3, 1, 0] }], usage: { prompt_tokens: 1 } }],
])('an answer as that server has it is read: %s', async (_row, answer) => {
  const embedder = await embedderOn(() => json(200, answer, { 'content-type': 'text/plain' }));
  expect(lengths(await embedder.embed(['abc'], QUIET))).toEqual([3]);
});

test.each<[row: string, answer: ScriptedAnswer, message: RegExp]>([
  ['base64 in spite of all', json(200, { data: [{ index: 0, embedding: 'AACAPw==' }] }), /something else than numbers/],
  ['two zeros, as a client makes of floats that it takes for base64', json(200, { data: [{ index: 0, embedding: [0, 0] }] }), /a vector of 2 numbers where 3/],
  ['nothing but zeros', json(200, { data: [{ index: 0, embedding: [0, 0, 0] }] }), /without a direction for text 1 \("a secret plan"\)/],
  ['a hole', json(200, { data: [{ index: 0, embedding: [1, null, 0] }] }), /without a direction/],
  ['too few', json(200, { data: [] }), /0 vectors for 1 texts/],
  ['another shape', json(200, { embeddings: [[1, 2, 3]] }), /no vectors for 1 texts/],
  ['a web page', { headers: { 'content-type': 'text/html' }, steps: [send('<html></html>')] }, /not JSON.*\/v1/],
  ['an error with status 200', json(200, { error: { message: 'The tide is out', code: 418 } }), /refused text 1 .*"The tide is out"/],
  ['LM Studio: an error as a text', json(400, { error: 'No model loaded' }), /"No model loaded"/],
  ['Voyage: an error as a detail', json(400, { detail: 'The tide is out' }), /"The tide is out"/],
  ['a key that is refused', json(401, { error: { message: 'Bad key' } }), /refused the API key/],
  ['a model that there is not', json(404, { error: { message: 'model not found' } }), /does not offer the model tide-embed/],
])('what is no vector fails, and says why: %s', async (_row, answer, message) => {
  const embedder = await embedderOn(() => answer);
  const embedding = embedder.embed(['a secret plan'], QUIET);
  await expect(embedding).rejects.toMatchObject({ code: 'embedding.failed' });
  await expect(embedding).rejects.toThrow(message);
});

test.each<[row: string, answer: ScriptedAnswer]>([
  ['refused', json(400, { error: { message: 'invalid character' } })],
  ['that the server makes no number of', json(500, { error: { message: 'failed to encode response: json: unsupported value: NaN' } })],
])('one text %s is found among many, and named', async (_row, answer) => {
  const embedder = await embedderOn(({ input }) => (input.includes('bad one') ? answer : undefined));
  const texts = [...numbered(20), 'bad one', ...numbered(11)];
  await expect(embedder.embed(texts, QUIET)).rejects.toThrow(/refused text 21 \("bad one"\)/);
  expect(inputs().length).toBeLessThan(12);
});

test('each text gets its vector or the reason why it has none; one at fault costs the others nothing', async () => {
  const embedder = await embedderOn(({ input }) => (input.some((text) => text.startsWith('bad')) ? json(400, { error: { message: 'flagged' } }) : undefined));
  const texts = [...numbered(20), 'bad one', ...numbered(10), 'bad two'];
  const embedded = await embedder.batch!.embedEach(texts, QUIET);
  expect(embedded.map((each, at) => (each instanceof Float32Array ? lengths([each])[0] === texts[at]!.length : each.message))).toEqual(
    texts.map((text, at) => (text.startsWith('bad') ? expect.stringMatching(`refused text ${at + 1} \\("${text}"\\).*"flagged"`) as string : true)),
  );
});

test('a vector without a direction costs only its own text', async () => {
  const embedder = await embedderOn(({ input }) => json(200, { data: input.map((text) => ({ embedding: text === 'odd' ? [0, 0, 0] : vectorOf(text) })) }));
  const embedded = await embedder.batch!.embedEach(['a', 'odd', 'bb'], QUIET);
  expect(embedded.map((each) => each instanceof Float32Array)).toEqual([true, false, true]);
});

test('a server that refuses one text after the other is not asked about all of them', async () => {
  const embedder = await embedderOn(() => json(400, { error: { message: 'not today' } }));
  await expect(embedder.batch!.embedEach(numbered(32), QUIET)).rejects.toThrow(/"not today"/);
  expect(inputs().length).toBeLessThan(20);
});

/** A pause that does not wait, and tells how long it would have. */
function recordingPause(): { waits: number[]; pause: (ms: number) => Promise<void> } {
  const waits: number[] = [];
  return { waits, pause: async (ms) => void waits.push(ms) };
}

test.each<[row: string, answers: readonly ScriptedAnswer[], expected: readonly number[]]>([
  ['OpenAI, Azure: retry-after', [json(429, { error: { message: 'Slow down' } }, { 'retry-after': '7' })], [7_000]],
  ['retry-after-ms', [json(429, {}, { 'retry-after-ms': '20' })], [20]],
  ['TEI: overloaded', Array<ScriptedAnswer>(3).fill(json(429, { message: 'Model is overloaded', error_type: 'Overloaded' })), [1_000, 2_000, 4_000]],
  ['a model that is being loaded', [json(503, { error: 'loading' })], [1_000]],
  ['a connection that is cut', [{ steps: [CUT] }], [1_000]],
])('a busy server is asked again, after the wait that it asks for: %s', async (_row, answers, expected) => {
  const { waits, pause } = recordingPause();
  const embedder = await embedderOn((_body, n) => answers[n], { pause });
  expect(lengths(await embedder.embed(['abc'], QUIET))).toEqual([3]);
  expect(waits).toEqual(expected);
});

test.each<[row: string, answer: ScriptedAnswer, requests: number]>([
  ['stays busy', json(429, { error: { message: 'Slow down' } }), 5],
  ['asks for a long wait', json(429, { error: { message: 'Slow down' } }, { 'retry-after': '600' }), 1],
  ['has no credit left', json(429, { error: { message: 'You exceeded your quota', code: 'insufficient_quota' } }), 1],
])('a server that %s fails', async (_row, answer, requests) => {
  const embedder = await embedderOn(() => answer, { pause: recordingPause().pause });
  await expect(embedder.embed(['abc'], QUIET)).rejects.toMatchObject({ code: 'embedding.failed' });
  expect(inputs()).toHaveLength(requests);
});

test('a server that is not there fails at once', async () => {
  const embedder = await embedderOn();
  await server?.close();
  await expect(embedder.embed(['a'], QUIET)).rejects.toThrow(/connection was refused/);
  server = undefined;
});

test('a server that never answers is given up, and its connection closed', async () => {
  const embedder = await embedderOn(() => ({ steps: [HANG] }), { timeoutMs: 80 });
  await expect(embedder.embed(['a'], QUIET)).rejects.toMatchObject({ code: 'embedding.failed', retryable: true });
  expect(await server?.requests[0]?.closed).toEqual({ complete: false });
});

test.each<[string, Objection]>([
  ['an answer', () => ({ steps: [HANG] })],
  ['a busy server', () => json(429, {}, { 'retry-after': '30' })],
])('cancelling ends the wait for %s', async (_name, objection) => {
  const embedder = await embedderOn(objection);
  await expect(embedder.embed(['a'], AbortSignal.timeout(100))).rejects.toMatchObject({ code: 'cancelled' });
});

const PREFIXES = { query: 'search_query: ', document: 'search_document: ' };

test('nomic, e5: queries and documents are told apart by what stands before them', async () => {
  const embedder = await embedderOn(undefined, { prefixes: PREFIXES });
  await embedder.embed(['a', ''], QUIET);
  await embedder.queries.embed(['a'], QUIET);
  expect(inputs()).toEqual([['search_document: a', 'search_document: -'], ['search_query: a']]);
  expect(embedder.queries).toMatchObject({ id: embedder.id, dimensions: embedder.dimensions });
});

test.each([
  ['nomic-embed-text:latest', 'search_query: a', 'search_document: a'],
  ['intfloat/multilingual-e5-large', 'query: a', 'passage: a'],
  ['multilingual-e5-large-instruct', expect.stringMatching(/^Instruct: .*\nQuery: a$/), 'a'],
  ['Qwen/Qwen3-Embedding-0.6B', expect.stringMatching(/^Instruct: .*\nQuery: a$/), 'a'],
  ['BAAI/bge-large-en-v1.5', 'Represent this sentence for searching relevant passages: a', 'a'],
  ['bge-m3', 'a', 'a'],
  ['text-embedding-3-small', 'a', 'a'],
])('a model that is known to want words before a text gets them: %s', async (model, query, document) => {
  const embedder = await embedderOn(undefined, { model });
  await embedder.queries.embed(['a'], QUIET);
  await embedder.embed(['a'], QUIET);
  expect(inputs()).toEqual([[query], [document]]);
});

test.each([
  ['Voyage', 'https://api.voyageai.com/v1', { input_type: 'document' }, { input_type: 'query' }],
  ['Jina', 'https://api.jina.ai/v1', { task: 'retrieval.passage' }, { task: 'retrieval.query' }],
])('a service that wants to be told what a text is, is: %s', async (_row, baseUrl, document, query) => {
  const { baseUrl: local } = await start();
  const options = { baseUrl, model: 'tide-embed', apiKey: undefined, dimensions: 3 };
  const embedder = await createHttpEmbedder({ ...options, fetch: (_url, init) => fetch(`${local}/embeddings`, init) }, QUIET);
  await embedder.embed(['a'], QUIET);
  await embedder.queries.embed(['a'], QUIET);
  expect(server?.requests.map(({ body }) => body)).toMatchObject([document, query]);
});

test('the id tells apart whatever makes vectors incomparable', async () => {
  const options = { baseUrl: 'http://a:1/v1', model: 'm/x', apiKey: undefined, dimensions: 3 };
  const variants = [options, { ...options, baseUrl: 'http://b:1/v1' }, { ...options, model: 'm/y' }, { ...options, dimensions: 4 }, { ...options, prefixes: PREFIXES }];
  const ids = await Promise.all(variants.map(async (each) => (await createHttpEmbedder(each, QUIET)).id));
  expect(new Set(ids).size).toBe(variants.length);
  expect((await createHttpEmbedder({ ...options, apiKey: 'another-key' }, QUIET)).id).toBe(ids[0]);
  expect(ids[0]).toMatch(/^http-m_x-3-[\da-f]{12}$/);
});

test('an address that is none is refused', async () => {
  await expect(createHttpEmbedder({ baseUrl: 'here', model: 'm', apiKey: undefined }, QUIET)).rejects.toMatchObject({ code: 'config.invalid' });
});
