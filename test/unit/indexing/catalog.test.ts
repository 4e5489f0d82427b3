import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Catalog } from '../../../src/indexing/catalog';
import type { FileRecord } from '../../../src/model/manifest';

function indexed(path: string, keys: readonly string[]): FileRecord {
  const chunks = keys.map((key, at) => ({
    kind: 'section' as const,
    span: { start: at, end: at + 1, startLine: 1, endLine: 1 },
    headings: [],
    key,
  }));
  return { path, size: 5, mtimeMs: 1, hash: keys.join(), title: path, state: { kind: 'indexed', chunks } };
}

test('equal content in two files is one key with two places', () => {
  const catalog = new Catalog([indexed('a', ['x', 'y']), indexed('b', ['x'])]);
  expect(catalog.refs('x')).toEqual([{ path: 'a', ordinal: 0 }, { path: 'b', ordinal: 0 }]);
  expect(catalog.keys()).toEqual(new Set(['x', 'y']));
});

test('removing a file leaves the other places of its content', () => {
  const catalog = new Catalog([indexed('a', ['x']), indexed('b', ['x'])]);
  catalog.remove('a');
  expect(catalog.refs('x')).toEqual([{ path: 'b', ordinal: 0 }]);
  expect(catalog.file('a')).toBeUndefined();
});

test('a chunk is found by its place, and only there', () => {
  const catalog = new Catalog([indexed('a', ['x'])]);
  expect(catalog.chunk({ path: 'a', ordinal: 0 })?.key).toBe('x');
  expect(catalog.chunk({ path: 'a', ordinal: 1 })).toBeUndefined();
});

test('totals count indexed, failed and skipped files apart', () => {
  const catalog = new Catalog([
    indexed('a', ['x', 'y']),
    { ...indexed('b', []), state: { kind: 'failed', reason: 'no access' } },
    { ...indexed('c', []), state: { kind: 'skipped', reason: 'binary' } },
    { ...indexed('d', []), state: { kind: 'skipped', reason: 'binary' } },
  ]);
  expect(catalog.totals()).toEqual({
    files: 1,
    passages: 2,
    bytes: 5,
    failed: [{ path: 'b', reason: 'no access' }],
    skipped: { binary: 2 },
  });
});

test('any sequence of changes leaves what a fresh catalog of the same files holds', () => {
  const change = fc.record({
    path: fc.constantFrom('a', 'b', 'c'),
    keys: fc.option(fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 })),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
      const catalog = new Catalog();
      for (const { path, keys } of changes) {
        if (keys === null) {
          catalog.remove(path);
        } else {
          catalog.put(indexed(path, keys));
        }
      }
      const fresh = new Catalog(catalog.files());
      expect(catalog.keys()).toEqual(fresh.keys());
      for (const key of fresh.keys()) {
        expect(new Set(catalog.refs(key).map((ref) => `${ref.path}${ref.ordinal}`))).toEqual(
          new Set(fresh.refs(key).map((ref) => `${ref.path}${ref.ordinal}`)),
        );
      }
    }),
  );
});
