import { expect, test } from 'vitest';
import type { Manifest } from '../../src/model/manifest';
import type { ManifestStore } from '../../src/model/ports';

/** A manifest with every kind of file state and of chunk. */
export const SAMPLE: Manifest = {
  rules: 'rules-1',
  postings: 'stamp-1',
  files: [
    {
      path: 'docs/setup.md',
      size: 120,
      mtimeMs: 1_700_000_000_000.25,
      hash: 'a1'.repeat(16),
      title: 'Einrichtung – 安装',
      state: {
        kind: 'indexed',
        chunks: [
          { kind: 'section', span: { start: 0, end: 40, startLine: 1, endLine: 3 }, headings: ['Setup'], key: '01' },
          { kind: 'text', span: { start: 40, end: 90, startLine: 3, endLine: 9 }, headings: ['Setup', 'Linux'], key: '02' },
          { kind: 'section', span: { start: 95, end: 120, startLine: 11, endLine: 12 }, headings: ['Setup'], key: '01' },
        ],
      },
    },
    { path: 'empty.ts', size: 0, mtimeMs: 0, hash: '', title: 'empty.ts', state: { kind: 'skipped', reason: 'empty' } },
    { path: 'gone.md', size: 5, mtimeMs: 1, hash: '', title: 'gone.md', state: { kind: 'failed', reason: 'EACCES "x"\n' } },
    {
      path: 'src/lock.ts',
      size: 9,
      mtimeMs: 2,
      hash: 'b2',
      title: 'lock.ts',
      state: {
        kind: 'indexed',
        chunks: [{ kind: 'code', span: { start: 0, end: 9, startLine: 1, endLine: 1 }, headings: [], key: '03' }],
      },
    },
  ],
};

/**
 * What every manifest store does.
 *
 * @param place - a new, empty place to keep things; gives a function that opens a store there, as after a restart.
 */
export function manifestStoreContract(place: () => Promise<() => ManifestStore>) {
  test('a new place has no manifest', async () => {
    const open = await place();
    expect(await open().load()).toBeUndefined();
  });

  test('what was saved comes back, whole, also after a restart', async () => {
    const open = await place();
    const store = open();
    await store.save(SAMPLE);
    expect(await store.load()).toEqual(SAMPLE);
    expect(await open().load()).toEqual(SAMPLE);
  });

  test('a later manifest takes the place of an earlier one', async () => {
    const open = await place();
    await open().save(SAMPLE);
    await open().save({ ...SAMPLE, rules: 'rules-2', files: SAMPLE.files.slice(0, 1) });
    expect(await open().load()).toEqual({ ...SAMPLE, rules: 'rules-2', files: SAMPLE.files.slice(0, 1) });
  });
}
