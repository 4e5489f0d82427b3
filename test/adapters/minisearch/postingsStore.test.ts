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

const documentsUpTo = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `d${i}`,
    path: `docs/page-${i}.md`,
    headings: `Page ${i}`,
    body: `Common words and a rare one: word${i}. ${'padding '.repeat(i % 30)}`,
  }));
const documents = documentsUpTo(30);

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

test('a few changes are written beside the snapshot, many make a new one', async () => {
  const { dir, store, index, bytes } = await saved();
  index.add([{ ...documents[7]!, body: 'Zebra.' }]);
  await store.save(index, 's2');
  expect(await readFile(join(dir, 'postings.json'))).toEqual(bytes);
  expect((await readFile(join(dir, 'postings-changes.json'))).length).toBeLessThan(400);
  const again = createPostingsStore({ dir, writeFile });
  const loaded = (await again.load('s2'))!;
  expect(loaded.search('zebra word7', 9)).toEqual(index.search('zebra word7', 9));
  loaded.remove(documents.slice(10, 20).map((document) => document.id));
  await again.save(loaded, 's3');
  expect(await readFile(join(dir, 'postings.json'))).not.toEqual(bytes);
  expect((await again.load('s3'))?.size).toBe(20);
  expect(await again.load('s2')).toBeUndefined();
});

test('changes cut off anywhere count as absent, and the snapshot is still there under its own stamp', async () => {
  const { dir, store, index } = await saved();
  index.remove(['d1']);
  await store.save(index, 's2');
  const path = join(dir, 'postings-changes.json');
  const whole = await readFile(path);
  for (let length = 0; length < whole.length; length += 7) {
    await writeFile(path, whole.subarray(0, length));
    expect(await store.load('s2')).toBeUndefined();
    expect((await store.load('s1'))?.size).toBe(30);
  }
});

test('changes never join a snapshot that they were not counted from', async () => {
  const { dir, store, index } = await saved();
  index.remove(['d1']);
  await store.save(index, 's2');
  const other = store.create();
  other.add(documents.slice(0, 3));
  await store.save(other, 's3');
  index.remove(['d2']);
  await store.save(index, 's4');
  expect((await createPostingsStore({ dir, writeFile }).load('s4'))?.size).toBe(28);
  expect(await createPostingsStore({ dir, writeFile }).load('s2')).toBeUndefined();
});

test('after a snapshot that could not be written, the next save leaves nothing out', async () => {
  const dir = await tempFolder();
  let full = false;
  const write = (path: string, bytes: Uint8Array) => (full ? Promise.reject(new Error('full')) : writeFile(path, bytes));
  const store = createPostingsStore({ dir, writeFile: write });
  const index = store.create();
  index.add(documentsUpTo(100));
  await store.save(index, 's1');
  index.remove(documentsUpTo(20).map((document) => document.id));
  full = true;
  await expect(store.save(index, 's2')).rejects.toThrow('full');
  full = false;
  index.remove(['d50']);
  await store.save(index, 's3');
  expect((await createPostingsStore({ dir, writeFile }).load('s3'))?.size).toBe(79);
});

/** One step in the life of an index. A restart loads what was saved last and goes on from there. */
type Step = { readonly do: 'add' | 'remove'; readonly n: number } | { readonly do: 'save' | 'failingSave' | 'restart' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('add' as const, 'remove' as const), n: fc.nat(129) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('save' as const, 'failingSave' as const, 'restart' as const) }) },
);

test('whatever is changed, saved, half-saved and restarted, what is loaded is what was saved', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const dir = await tempFolder();
      let full = false;
      const write = async (path: string, bytes: Uint8Array) => {
        if (full) {
          throw new AssistantError('index.unwritable', 'full');
        }
        await writeFile(path, bytes);
      };
      let store = createPostingsStore({ dir, writeFile: write });
      let index = store.create();
      index.add(documentsUpTo(100));
      await store.save(index, '0');
      let live = new Map(documentsUpTo(100).map((document) => [document.id, document.body]));
      let kept = new Map(live);
      let stamp = 0;
      for (const [i, action] of steps.entries()) {
        if (action.do === 'add') {
          const document = { id: `d${action.n}`, path: '', headings: '', body: `body${action.n} step${i}` };
          index.add([document]);
          live.set(document.id, document.body);
        } else if (action.do === 'remove') {
          index.remove([`d${action.n}`]);
          live.delete(`d${action.n}`);
        } else if (action.do === 'restart') {
          store = createPostingsStore({ dir, writeFile: write });
          index = (await store.load(String(stamp)))!;
          live = new Map(kept);
        } else {
          full = action.do === 'failingSave';
          const saving = store.save(index, String(stamp + 1));
          await (full ? expect(saving).rejects.toThrow('full') : saving);
          if (!full) {
            stamp += 1;
            kept = new Map(live);
          }
        }
      }
      const loaded = (await createPostingsStore({ dir, writeFile: write }).load(String(stamp)))!;
      expect(loaded.size).toBe(kept.size);
      for (const [id, body] of kept) {
        const words = body.startsWith('body') ? body : body.slice(0, body.indexOf('.')).replace(/.*: /, '');
        expect(loaded.search(words, 1)[0]?.id).toBe(id);
      }
    }),
    { numRuns: 40 },
  );
});

test('postings of another kind are refused', async () => {
  const { store } = await saved();
  await expect(store.save(memoryPostings().create(), 's2')).rejects.toMatchObject({ code: 'internal' });
});
