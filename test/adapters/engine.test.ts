import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { RemoteIndex } from '../../src/engine/remoteIndex';
import type { EmbeddingEndpoint } from '../../src/app/documentIndex';
import type { EngineOptions } from '../../src/engine/wire';
import { hashVector } from '../support/hashEmbedder';
import { json, startScriptedServer } from '../support/scriptedServer';
import { tempFolder } from '../support/tempFolder';

const DIST = join(import.meta.dirname, '../../dist');
const NEVER = new AbortController().signal;

/** The built index thread over a workspace of one page. */
async function startThread(change: Partial<EngineOptions> = {}, readEndpoint: () => EmbeddingEndpoint | undefined = () => undefined) {
  const root = await tempFolder();
  await writeFile(join(root, 'retries.md'), '# Retries\n\nA failed job is tried five times.\n');
  const options = { root, dir: join(await tempFolder(), 'index'), assets: DIST, maxFileBytes: 1e6, exclude: [], include: [], ...change };
  const script = join(DIST, 'engine.js');
  return { options, open: () => new RemoteIndex(script, options, async () => Promise.resolve(readEndpoint())) };
}

test('a thread indexes, searches and tells its progress', async () => {
  const { open } = await startThread();
  const index = open();
  const phases: string[] = [];
  const report = await index.sync(({ phase }) => { phases.push(phase); }, NEVER);
  expect(report).toMatchObject({ files: 1, warnings: [] });
  expect(phases).toContain('embedding');
  const { passages } = await index.search({ query: 'how often is a job tried', k: 3, mode: 'hybrid' }, NEVER);
  expect(passages.map(({ path }) => path)).toEqual(['retries.md']);
  await index.dispose();
});

test('a thread reads whole documents, finds paths, judges texts, and heeds scopes', async () => {
  const { open, options } = await startThread();
  await mkdir(join(options.root, '文档'));
  await writeFile(join(options.root, '文档', '租约.md'), '# 租约\n\n租约默认为三十秒。\n');
  const index = open();
  await index.sync(() => undefined, NEVER);
  expect(await index.findPaths('@文档\\租约', 3)).toEqual(['文档/租约.md']);
  expect((await index.passagesOf('retries.md')).map(({ text }) => text)).toEqual(['# Retries\n\nA failed job is tried five times.']);
  const query = 'How often is a failed job tried?';
  const { passages } = await index.search({ query, k: 3, mode: 'hybrid' }, NEVER);
  const judged = await index.relevanceTo(query, [...passages, { key: 'web', text: 'Olives on a pizza.' }], NEVER);
  expect(judged?.slice(0, 2)).toEqual(passages.map(({ relevance }) => relevance));
  expect(judged?.[2]).toBeLessThan(0.1);
  const scoped = await index.search({ query, k: 3, mode: 'hybrid', scope: { paths: ['文档'] } }, NEVER);
  expect(scoped.passages.map(({ path }) => path)).toEqual(['文档/租约.md']);
  await expect(index.relevanceTo(query, passages, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
  await index.dispose();
});

test('a thread embeds where each run is told to, and is told the key with it', async () => {
  const server = await startScriptedServer(({ body }) => {
    const { input } = body as { readonly input: readonly string[] };
    return json(200, { data: input.map((text) => ({ embedding: [...hashVector(text, 24)] })) });
  });
  onTestFinished(() => server.close());
  let endpoint: EmbeddingEndpoint | undefined;
  const { open } = await startThread({}, () => endpoint);
  const index = open();
  expect(await index.sync(() => undefined, NEVER)).toMatchObject({ embedded: 1 });
  expect(server.requests).toEqual([]);
  endpoint = { baseUrl: server.baseUrl, model: 'tide-embed', apiKey: 'key-1' };
  expect(await index.sync(() => undefined, NEVER)).toMatchObject({ embedded: 1, tiers: ['keyword', 'semantic'] });
  expect(server.requests).toHaveLength(2); // how long a vector is, and the passage
  endpoint = { ...endpoint, apiKey: 'key-2' };
  await index.sync(() => undefined, NEVER);
  await index.search({ query: 'how often is a job tried', k: 3, mode: 'hybrid' }, NEVER);
  expect(server.requests.slice(2).map(({ headers }) => headers.authorization)).toEqual(['Bearer key-2', 'Bearer key-2']);
  endpoint = undefined;
  expect(await index.sync(() => undefined, NEVER)).toMatchObject({ embedded: 0, tiers: ['keyword', 'semantic'] });
  await index.search({ query: 'how often is a job tried', k: 3, mode: 'hybrid' }, NEVER);
  expect(server.requests).toHaveLength(4);
  await index.dispose();
});

test('an index that is closed starts no thread again', async () => {
  const { open } = await startThread();
  const index = open();
  const sync = index.sync(() => undefined, NEVER);
  const told = expect(sync).rejects.toMatchObject({ code: 'cancelled' });
  await index.dispose();
  await told;
  await expect(index.report()).rejects.toMatchObject({ code: 'cancelled' });
});

test('a thread that is gone leaves no lock behind: the next one of the same process writes', async () => {
  const { open, options } = await startThread();
  const first = open();
  await first.sync(() => undefined, NEVER);
  const pending = expect(first.search({ query: 'job', k: 3, mode: 'hybrid' }, NEVER).then(() => first.report())).resolves.toBeDefined();
  await pending;
  await first.dispose();
  await mkdir(options.dir, { recursive: true });
  // As a thread that was killed leaves it.
  await writeFile(join(options.dir, 'writer.lock'), JSON.stringify({ pid: process.pid, token: 'dead thread' }));
  const second = open();
  expect((await second.sync(() => undefined, NEVER)).warnings).toEqual([]);
  await second.dispose();
});

test('an index folder that cannot be made is told to the caller by its code', async () => {
  const root = await tempFolder();
  await writeFile(join(root, 'file'), 'x');
  const { open } = await startThread({ dir: join(root, 'file', 'index') });
  const index = open();
  await expect(index.sync(() => undefined, NEVER)).rejects.toMatchObject({ code: 'index.unwritable' });
  await index.dispose();
});

test('calls that wait when the thread is closed are told so', async () => {
  const { open } = await startThread();
  const index = open();
  const sync = index.sync(() => undefined, NEVER).then(() => 'done', () => 'told');
  await index.dispose();
  expect(['done', 'told']).toContain(await sync);
});
