import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createVectraStore } from '../../../src/adapters/vectra/vectraStore';
import { AssistantError } from '../../../src/model/errors';
import { tempFolder } from '../../support/tempFolder';
import { vectorStoreContract } from '../../support/vectorStoreContract';
import { clusteredVectors, exactSearch } from './vectors';

const MODEL = { id: 'MiniLM L6/int8', dimensions: 16 };

describe('vectra', () => {
  vectorStoreContract(async () => {
    const dir = await tempFolder();
    return () => createVectraStore({ dir, writeFile: write });
  });
});

async function write(path: string, bytes: Uint8Array) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
}

/** A store on disk that holds `count` vectors, saved, and tells how many files it wrote since. */
async function filled(count: number, model = MODEL) {
  const dir = await tempFolder();
  const written: string[] = [];
  let failing = false;
  const writeFileOrFail = async (path: string, bytes: Uint8Array) => {
    if (failing) {
      throw new AssistantError('index.unwritable', 'disk full');
    }
    written.push(path);
    await write(path, bytes);
  };
  const open = () => createVectraStore({ dir, writeFile: writeFileOrFail }).open(model);
  const items = clusteredVectors(count, model.dimensions);
  const { index } = await open();
  await index.add(items);
  await index.save();
  const folder = join(dir, (await readdir(dir))[0]!);
  const segments = async () => (await readdir(folder)).sort();
  const fail = (value: boolean) => (failing = value);
  return { open, index, items, folder, segments, written: () => written.splice(0), fail };
}

test('vectors fill segments of 2,000, in a folder that a person can recognise', async () => {
  const { folder, segments } = await filled(4_500);
  expect(folder).toMatch(/[\\/]minilm-l6-int8-[0-9a-f]{12}$/);
  expect(await segments()).toEqual(['seg-0001', 'seg-0002', 'seg-0003']);
  expect((await stat(join(folder, 'seg-0001', 'index.vec'))).size).toBeLessThan(2_000 * (16 + 12) + 100);
});

test('only segments that changed are written', async () => {
  const { index, items, written } = await filled(4_500);
  written();
  await index.save();
  expect(written()).toEqual([]);
  await index.retain(new Set(items.map((item) => item.key)));
  await index.save();
  expect(written()).toEqual([]);
  await index.retain(new Set(items.filter((_, i) => i !== 2_500).map((item) => item.key)));
  await index.save();
  expect(written()).toEqual([expect.stringContaining('seg-0002')]);
});

test('a segment that lost a quarter is filled again, before a new one is made', async () => {
  const { index, items, segments } = await filled(4_000);
  await index.retain(new Set(items.slice(600).map((item) => item.key)));
  await index.add(clusteredVectors(700, 16, 'later'));
  await index.save();
  expect(index.size).toBe(4_100);
  expect(await segments()).toEqual(['seg-0001', 'seg-0002', 'seg-0003']);
});

test('of 5,000 vectors, one byte a component finds at least 95 % of what exact search finds', async () => {
  const { index, items } = await filled(5_000, { id: 'm', dimensions: 128 });
  let found = 0;
  const queries = clusteredVectors(40, 128, 'query');
  for (const { vector } of queries) {
    const exact = new Set(exactSearch(items, vector, 20));
    found += (await index.search(vector, 20)).filter((hit) => exact.has(hit.id)).length;
  }
  expect(found / (queries.length * 20)).toBeGreaterThanOrEqual(0.95);
});

test('a segment cut off anywhere is set aside with a warning; the others serve, and its vectors can be added again', async () => {
  const { open, items, folder, segments } = await filled(2_100);
  const path = join(folder, 'seg-0001', 'index.vec');
  const whole = await readFile(path);
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), async (length) => {
      await write(path, whole.subarray(0, length));
      const { index, warnings } = await open();
      expect(warnings).toEqual([expect.stringContaining('seg-0001')]);
      expect([index.size, index.has('v1'), index.has('v2099')]).toEqual([100, false, true]);
      expect((await index.search(items[2_050]!.vector, 1))[0]?.id).toBe('v2050');
      expect(await segments()).toEqual(['bad-0001', 'seg-0002']);
    }),
    { numRuns: 25 },
  );
  const { index, warnings } = await open();
  expect(warnings).toEqual([]);
  await index.add(items);
  await index.save();
  expect((await open()).index.size).toBe(2_100);
});

test('a segment with any byte changed is set aside', async () => {
  const { open, folder } = await filled(50);
  const path = join(folder, 'seg-0001', 'index.vec');
  const whole = await readFile(path);
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
      const damaged = Buffer.from(whole);
      damaged[at] = damaged[at]! ^ flip;
      await write(path, damaged);
      const { index, warnings } = await open();
      expect([index.size, warnings.length]).toEqual([0, 1]);
    }),
    { numRuns: 50 },
  );
});

test('a folder that a kill left empty is used again without a warning', async () => {
  const { open, folder, items } = await filled(10);
  await rm(join(folder, 'seg-0001', 'index.vec'));
  const { index, warnings } = await open();
  expect([index.size, warnings]).toEqual([0, []]);
  await index.add(items);
  await index.save();
  expect((await open()).index.size).toBe(10);
});

test('a key that a kill left in two segments counts once', async () => {
  const { open, folder, items } = await filled(10);
  await write(join(folder, 'seg-0007', 'index.vec'), await readFile(join(folder, 'seg-0001', 'index.vec')));
  const { index } = await open();
  expect(index.size).toBe(10);
  expect((await index.search(items[3]!.vector, 10)).map((hit) => hit.id).sort()).toEqual(items.map((item) => item.key).sort());
});

test('on a full disk the old state stays, the index goes on serving, and a later save writes everything', async () => {
  const { open, index, fail } = await filled(100);
  const more = clusteredVectors(30, 16, 'more');
  fail(true);
  await index.add(more);
  await expect(index.save()).rejects.toMatchObject({ code: 'index.unwritable' });
  expect((await index.search(more[0]!.vector, 1))[0]?.id).toBe('more0');
  expect((await open()).index.size).toBe(100);
  fail(false);
  await index.save();
  const again = (await open()).index;
  expect([again.size, again.has('more29')]).toEqual([130, true]);
});
