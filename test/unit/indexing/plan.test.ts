import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planIndex } from '../../../src/indexing/plan';
import type { FileRecord, FileState } from '../../../src/model/manifest';
import type { FileEntry } from '../../../src/model/ports';

const INDEXED: FileState = { kind: 'indexed', chunks: [] };

function record(path: string, change: Partial<FileRecord> = {}): FileRecord {
  return { path, size: 10, mtimeMs: 1, hash: 'h', title: '', state: INDEXED, ...change };
}

function entry(path: string, change: Partial<FileEntry> = {}): FileEntry {
  return { path, size: 10, mtimeMs: 1, ...change };
}

/** A plan in one line per file. */
function check(records: FileRecord[], listing: FileEntry[], expected: string[]): void {
  const { keep, read, remove } = planIndex(records, listing);
  expect([
    ...keep.map(({ path }) => `keep ${path}`),
    ...read.map(({ path }) => `read ${path}`),
    ...remove.map((path) => `remove ${path}`),
  ]).toEqual(expected);
}

test('a file of the same size and time is kept', () => {
  check([record('a.md')], [entry('a.md')], ['keep a.md']);
});

test('a file whose size or time changed is read', () => {
  check([record('a.md'), record('b.md')], [entry('a.md', { size: 11 }), entry('b.md', { mtimeMs: 2 })], ['read a.md', 'read b.md']);
});

test('a new file is read and a missing one removed', () => {
  check([record('old.md')], [entry('new.md')], ['read new.md', 'remove old.md']);
});

test('a file that was skipped is kept, one that failed is read again', () => {
  check(
    [record('big.md', { state: { kind: 'skipped', reason: 'tooLarge' } }), record('bad.md', { state: { kind: 'failed', reason: 'x' } })],
    [entry('big.md'), entry('bad.md')],
    ['keep big.md', 'read bad.md'],
  );
});

test('a plan leads to exactly the listing, whatever was remembered', () => {
  const paths = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'));
  const time = fc.integer({ min: 1, max: 2 });
  fc.assert(
    fc.property(paths, paths, time, (known, listed, mtimeMs) => {
      const plan = planIndex(known.map((path) => record(path)), listed.map((path) => entry(path, { mtimeMs })));
      const after = new Set<string>(known);
      plan.remove.forEach((path) => after.delete(path));
      plan.read.forEach(({ path }) => after.add(path));
      expect([...after].sort()).toEqual([...listed].sort());
      expect([...plan.keep, ...plan.read]).toHaveLength(listed.length);
    }),
  );
});
