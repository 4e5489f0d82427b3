import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashBytes } from '../../../src/adapters/node/hash';
import { createManifestStore } from '../../../src/adapters/node/manifestStore';
import { AssistantError } from '../../../src/model/errors';
import { manifestStoreContract, SAMPLE } from '../../support/manifestStoreContract';
import { tempFolder } from '../../support/tempFolder';

manifestStoreContract(async () => {
  const dir = await tempFolder();
  return () => createManifestStore(dir);
});

async function saved() {
  const dir = await tempFolder();
  const store = createManifestStore(dir);
  await store.save(SAMPLE);
  const path = join(dir, 'manifest.json');
  return { dir, store, path, bytes: await readFile(path) };
}

/** Writes a manifest with a valid checksum over any content. */
async function savedBody(body: string, format = 'docmind-manifest 1') {
  const { store, path } = await saved();
  await writeFile(path, `${format} ${hashBytes(Buffer.from(body))}\n${body}`);
  return store;
}

const CORRUPT = { code: 'index.corrupt', message: expect.stringMatching(/manifest\.json.*Build the index again\.$/) as string };

test('a manifest cut off anywhere is refused', async () => {
  const { store, path, bytes } = await saved();
  for (let length = 0; length < bytes.length; length += 1 + Math.floor(length / 40)) {
    await writeFile(path, bytes.subarray(0, length));
    await expect(store.load()).rejects.toMatchObject(CORRUPT);
  }
});

test('a manifest with any byte changed is refused', async () => {
  const { store, path, bytes } = await saved();
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
      const damaged = Buffer.from(bytes);
      damaged[at] = damaged[at]! ^ flip;
      await writeFile(path, damaged);
      await expect(store.load()).rejects.toMatchObject(CORRUPT);
    }),
  );
});

test.each([
  ['not JSON', '{"rules":'],
  ['another shape', '{"files":[]}'],
  ['a heading trail that is not there', body([0, 7, 0, 1, 1, 0], ['k'])],
  ['a kind that is not there', body([9, 0, 0, 1, 1, 0], ['k'])],
  ['more keys than spans', body([0, 0, 0, 1, 1, 0], ['k', 'l'])],
])('%s under a valid checksum is refused', async (_, text) => {
  await expect((await savedBody(text)).load()).rejects.toMatchObject(CORRUPT);
});

function body(spans: number[], keys: string[]): string {
  const state = { kind: 'indexed', spans, keys };
  const file = { path: 'a.md', size: 1, mtimeMs: 1, hash: '', title: 'a', state };
  return JSON.stringify({ rules: 'r', postings: 'p', trails: [['A']], files: [file] });
}

test('the same body under the format of today is taken, under that of another version refused', async () => {
  const text = body([0, 0, 0, 1, 1, 0], ['k']);
  expect((await (await savedBody(text)).load())?.files).toHaveLength(1);
  await expect((await savedBody(text, 'docmind-manifest 999')).load()).rejects.toMatchObject({
    code: 'index.corrupt',
    message: expect.stringContaining('another version') as string,
  });
});

test('a disk that is full leaves the manifest of before', async () => {
  const { dir, store } = await saved();
  const full = createManifestStore(dir, () => Promise.reject(new AssistantError('index.unwritable', 'disk full')));
  await expect(full.save({ ...SAMPLE, rules: 'new' })).rejects.toMatchObject({ code: 'index.unwritable' });
  expect(await store.load()).toEqual(SAMPLE);
});

test('100,000 chunks take less than 10 MB and are read in a moment', async () => {
  const chunks = Array.from({ length: 100 }, (_, i) => ({
    kind: 'section' as const,
    span: { start: i * 800, end: i * 800 + 800, startLine: i * 20 + 1, endLine: i * 20 + 20 },
    headings: ['Guide', `Section ${i}`],
    key: '',
  }));
  const files = Array.from({ length: 1000 }, (_, n) => ({
    path: `docs/part-${n % 20}/page-${n}.md`,
    size: 80_000,
    mtimeMs: 1_700_000_000_000.5,
    hash: hashBytes(Buffer.from(String(n))),
    title: `Page ${n}`,
    state: {
      kind: 'indexed' as const,
      chunks: chunks.map((chunk, i) => ({ ...chunk, key: hashBytes(Buffer.from(`${n}/${i}`)) })),
    },
  }));
  const dir = await tempFolder();
  const store = createManifestStore(dir);
  await store.save({ rules: 'r', postings: 'p', files });
  expect((await readFile(join(dir, 'manifest.json'))).length).toBeLessThan(10_000_000);
  const start = performance.now();
  const loaded = await store.load();
  expect(performance.now() - start).toBeLessThan(2_000); // about 0.25 s where nothing else runs
  expect(loaded?.files).toEqual(files);
});
