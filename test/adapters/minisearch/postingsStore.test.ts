import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPostingsStore } from '../../../src/adapters/minisearch/postingsStore';
import { AssistantError } from '../../../src/model/errors';
import { memoryPostings } from '../../support/memoryPostings';
import { postingsContract } from '../../support/postingsContract';
import { tempFolder } from '../../support/tempFolder';

describe('minisearch', () => {
  postingsContract(async () => {
    const dir = await tempFolder();
    return () => createPostingsStore({ dir, writeFile });
  });
});

const documents = Array.from({ length: 30 }, (_, i) => ({
  id: `d${i}`,
  path: `docs/page-${i}.md`,
  headings: `Page ${i}`,
  body: `Common words and a rare one: word${i}. ${'padding '.repeat(i)}`,
}));

async function saved() {
  const dir = await tempFolder();
  const store = createPostingsStore({ dir, writeFile });
  const index = store.create();
  index.add(documents);
  await store.save(index, 's1');
  const path = join(dir, 'postings.json');
  return { dir, store, index, path, bytes: await readFile(path) };
}

test('postings cut off anywhere count as absent', async () => {
  const { store, path, bytes } = await saved();
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), async (length) => {
      await writeFile(path, bytes.subarray(0, length));
      expect(await store.load('s1')).toBeUndefined();
    }),
  );
});

test('postings with any byte changed count as absent', async () => {
  const { store, path, bytes } = await saved();
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
      const damaged = Buffer.from(bytes);
      damaged[at] = damaged[at]! ^ flip;
      await writeFile(path, damaged);
      expect(await store.load('s1')).toBeUndefined();
    }),
  );
});

test('on a full disk the old postings stay and the index goes on serving', async () => {
  const { dir, store, index } = await saved();
  index.remove(['d3']);
  const full = createPostingsStore({ dir, writeFile: () => Promise.reject(new AssistantError('index.unwritable', 'full')) });
  await expect(full.save(index, 's2')).rejects.toMatchObject({ code: 'index.unwritable' });
  expect(await store.load('s2')).toBeUndefined();
  expect((await store.load('s1'))?.search('word3', 1)[0]?.id).toBe('d3');
  expect(index.search('word3', 1)).toEqual([]);
  expect(index.search('word4', 1)[0]?.id).toBe('d4');
});

test('removed documents leave no trace in what is saved, once there are many', async () => {
  const { store, index, path } = await saved();
  index.remove(documents.slice(0, 15).map((document) => document.id));
  await store.save(index, 's2');
  const text = await readFile(path, 'utf8');
  expect([text.includes('word3'), text.includes('word20')]).toEqual([false, true]);
  const loaded = await store.load('s2');
  expect(loaded?.search('rare word20', 20).map((hit) => hit.id)[0]).toBe('d20');
  expect(loaded?.search('rare', 20)).toEqual(index.search('rare', 20));
});

test('postings of another kind are refused', async () => {
  const { store } = await saved();
  await expect(store.save(memoryPostings().create(), 's2')).rejects.toMatchObject({ code: 'internal' });
});
