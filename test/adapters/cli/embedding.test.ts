import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hashVector } from '../../support/hashEmbedder';
import { chatStream, HANG, json, startScriptedServer, type ReceivedRequest, type ScriptedAnswer } from '../../support/scriptedServer';
import { tempFolder } from '../../support/tempFolder';
import { docmind, parsed } from './docmind';

const PAGES: Readonly<Record<string, string>> = {
  'retries.md': '# Retries\n\nA failed job is tried five times.\n',
  'tokens.md': '# Tokens\n\nA token lives for ninety days.\n',
  'leases.md': '# Leases\n\nA lease is thirty seconds long.\n',
};

interface Body {
  readonly model: string;
  readonly input: readonly string[];
}

/** What a server says to a batch in place of vectors; nothing to give them. */
type Objection = (body: Body, request: ReceivedRequest) => ScriptedAnswer | undefined;

/** A workspace, and a server whose model counts words; what the server says and the size of its vectors may change. */
async function start(object: Objection = () => undefined) {
  const [folder, dir] = [await tempFolder(), await tempFolder()];
  await Promise.all(Object.entries(PAGES).map(([name, text]) => writeFile(join(folder, name), text)));
  const behaviour = { object, dimensions: 48 };
  const server = await startScriptedServer((request) => {
    const body = request.body as Body;
    const data = () => body.input.map((text, index) => ({ object: 'embedding', index, embedding: [...hashVector(text, behaviour.dimensions)] }));
    return behaviour.object(body, request) ?? json(200, { object: 'list', data: data() });
  });
  onTestFinished(() => server.close());
  const endpoint = ['--embedding-url', server.baseUrl, '--embedding-model', 'tide-embed'];
  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => docmind([...args, '--json', '--index-dir', dir, ...endpoint], env);
  /** The passages that were sent, apart from the first words to a server and from questions. */
  const sent = () => server.requests.flatMap(({ body }) => (body as Body).input).filter((text) => text.includes('\n'));
  return {
    folder, dir, server, behaviour, sent,
    index: (env?: Readonly<Record<string, string>>) => run(['index', folder], env),
    search: (query = 'how often is a failed job tried') => run(['search', folder, query]),
    run,
    local: () => docmind(['index', folder, '--json', '--index-dir', dir]),
  };
}

const firstHit = (found: Record<string, unknown>) => (found.hits as readonly { path: string }[])[0]?.path;

test('passages and questions are embedded by the endpoint; a second run sends no passage again', async () => {
  const { index, search, server, sent } = await start();
  const run = await index({ DOCMIND_EMBEDDING_KEY: 'key-7' });
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(parsed(run)).toMatchObject({ embedded: 3, tiers: ['keyword', 'semantic'], warnings: [], model: expect.stringContaining('http-tide-embed-48') as string });
  expect(server.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual(Array(2).fill(['/v1/embeddings', 'Bearer key-7']));
  expect(parsed(await index())).toMatchObject({ embedded: 0 });
  const found = parsed(await search());
  expect(found).toMatchObject({ tiers: ['keyword', 'semantic'] });
  expect(firstHit(found)).toBe('retries.md');
  expect((server.requests.at(-1)?.body as Body).input).toEqual(['how often is a failed job tried']);
  expect(sent()).toHaveLength(3);
});

test('without the options nothing is sent, and the vectors of this machine are still there after a change', async () => {
  const { index, local, server } = await start();
  expect(parsed(await local())).toMatchObject({ embedded: 3 });
  expect(server.requests).toEqual([]);
  expect(parsed(await index())).toMatchObject({ embedded: 3 });
  expect(parsed(await local())).toMatchObject({ embedded: 0, tiers: ['keyword', 'semantic'] });
});

test('an endpoint that is not there is named, and the search is served by what is on this machine', async () => {
  const { index, search, server } = await start();
  await index();
  await server.close();
  const run = await search();
  expect(run.code).toBe(0);
  expect(run.stderr).toContain(server.host);
  expect(run.stderr).toContain('Searches use what is on this machine');
  expect(parsed(run)).toMatchObject({ tiers: ['keyword', 'static'] });
  expect(firstHit(parsed(run))).toBe('retries.md');
});

test('a search waits only so long for an endpoint that never answers', { timeout: 30_000 }, async () => {
  const { search } = await start(() => ({ steps: [HANG] }));
  const run = await search();
  expect(run.code).toBe(0);
  expect(run.stderr).toContain('did not answer in time');
  expect(firstHit(parsed(run))).toBe('retries.md');
});

test('a key that is refused is said so and shown nowhere, not in the index either', async () => {
  const { index, dir } = await start(() => json(401, { error: { message: 'bad key sk-very-secret' } }));
  const run = await index({ DOCMIND_EMBEDDING_KEY: 'sk-very-secret' });
  expect(run.code).toBe(0);
  expect(run.stderr).toContain('API key');
  expect(parsed(run)).toMatchObject({ files: 3, embedded: 0, tiers: ['keyword', 'static'] });
  const files = (await readdir(dir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const written = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')));
  expect(run.stdout + run.stderr + written.join('')).not.toContain('very-secret');
});

test('the key of the chat goes to its own server only', async () => {
  const { folder, run, server } = await start();
  const chat = await startScriptedServer(() => chatStream('Five times [1].'));
  onTestFinished(() => chat.close());
  const ask = (baseUrl: string) => run(['ask', folder, 'How often is a failed job tried?', '--assurance', 'fast', '--base-url', baseUrl, '--model', 'm'], { DOCMIND_API_KEY: 'chat-key' });
  expect((await ask(chat.baseUrl)).code).toBe(0);
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(server.requests.map(() => 'Bearer none'));
  expect(chat.requests.at(-1)?.headers.authorization).toBe('Bearer chat-key');
});

test('a key for everything is used where no other server is named', async () => {
  const { index, server } = await start();
  await index({ OPENAI_API_KEY: 'general', DOCMIND_API_KEY: 'own' });
  expect(server.requests[0]?.headers.authorization).toBe('Bearer own');
});

test('a model of the same name whose vectors have another size gets vectors of its own', async () => {
  const { index, search, behaviour, server } = await start();
  await index();
  behaviour.dimensions = 56;
  expect(parsed(await index())).toMatchObject({ embedded: 3, model: expect.stringContaining('http-tide-embed-56') as string });
  expect(firstHit(parsed(await search()))).toBe('retries.md');
  behaviour.object = ({ input }) => (input.length === 1 ? undefined : json(200, { data: input.map((_text, index) => ({ index, embedding: [1, 2, 3] })) }));
  behaviour.dimensions = 60;
  const run = await index();
  expect(run.stderr).toMatch(/a vector of 3 numbers where 60 are expected/u);
  expect(parsed(run)).toMatchObject({ embedded: 0, tiers: ['keyword', 'static'] });
  expect(server.requests.length).toBeGreaterThan(5);
});

test('a server that knows base64 only is told as that', async () => {
  const { index } = await start(({ input }) => json(200, { data: input.map((_text, index) => ({ index, embedding: 'AACAPwAAAEA=' })) }));
  const run = await index();
  expect(run.stderr).toContain('something else than numbers');
  expect(parsed(run)).toMatchObject({ files: 3, embedded: 0, tiers: ['keyword', 'static'] });
});

test('a batch that is too large is halved until the server takes it', async () => {
  const { index, server } = await start(({ input }) => (input.length > 1 ? json(413, { message: 'batch size 3 > maximum allowed batch size 1', error_type: 'Validation' }) : undefined));
  expect(parsed(await index())).toMatchObject({ embedded: 3, tiers: ['keyword', 'semantic'], warnings: [] });
  expect(server.requests.map(({ body }) => (body as Body).input.length)).toEqual([1, 3, 2, 1, 1, 1]);
});

test('a passage that is refused costs the others nothing, and is found by its words', async () => {
  const { folder, index, search } = await start(({ input }) => (input.some((text) => text.includes('ninety')) ? json(400, { error: { message: 'flagged' } }) : undefined));
  await Promise.all(Array.from({ length: 50 }, (_, at) => writeFile(join(folder, `p${at}.md`), `# Page ${at}\n\nThere is word${at} in it.\n`)));
  const run = await index();
  expect(run.code).toBe(0);
  expect(parsed(run)).toMatchObject({ embedded: 52, failed: [], tiers: ['keyword', 'semantic'] });
  expect(run.stderr).toMatch(/found by their words only: 1\. .*"flagged"/u);
  expect(firstHit(parsed(await search('token lives days')))).toBe('tokens.md');
});

test('an address that is none is refused before anything is indexed', async () => {
  const { folder, dir } = await start();
  const run = await docmind(['index', folder, '--json', '--index-dir', dir, '--embedding-url', 'ftp://x', '--embedding-model', 'm']);
  expect(run.code).toBe(1);
  expect(parsed(run)).toMatchObject({ error: { code: 'config.invalid' } });
  expect(await readdir(dir)).toEqual([]);
});

test('an evaluation is embedded by the endpoint, too', async () => {
  const { run, sent } = await start();
  const set = await tempFolder();
  const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  await writeFile(join(set, 'corpus.jsonl'), lines(Object.entries(PAGES).map(([name, text]) => ({ id: name, text }))));
  await writeFile(join(set, 'queries.jsonl'), lines([{ id: 'q', text: 'how often is a failed job tried' }]));
  await writeFile(join(set, 'qrels.tsv'), 'query-id\tcorpus-id\tscore\nq\tretries.md\t1\n');
  expect(parsed(await run(['eval', '--set', set]))).toMatchObject({ queries: 1, embedded: 3 });
  expect(sent()).toHaveLength(3);
});
