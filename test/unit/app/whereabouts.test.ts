import { expect, test } from 'vitest';
import { whereabouts } from '../../../src/app/whereabouts';
import { Catalog } from '../../../src/indexing/catalog';
import type { Passage } from '../../../src/model/passage';
import type { LexicalIndex } from '../../../src/model/ports';

const SPAN = { start: 0, end: 5, startLine: 1, endLine: 1 };
const LOST: Passage = { path: 'docs/old.md', kind: 'section', headings: ['Setup'], span: SPAN, text: 'Pumps', key: 'k', score: 1, ranks: {} };

/** Files of one chunk each, by path: its key and its headings. Keywords find the files of `alike`, in that order. */
function index(files: Record<string, readonly [key: string, headings: readonly string[]]>, alike: readonly string[] = []) {
  const catalog = new Catalog(Object.entries(files).map(([path, [key, headings]]) => ({
    path, size: 1, mtimeMs: 1, hash: path, title: '', state: { kind: 'indexed', chunks: [{ kind: 'section', span: SPAN, headings, key }] },
  })));
  const lexical: LexicalIndex = { size: 1, add: () => undefined, remove: () => undefined, search: () => alike.map((path) => ({ id: `0:${path}`, score: 1 })) };
  return { catalog, lexical };
}

function check(lost: Partial<Passage>, where: ReturnType<typeof index>, expected: readonly string[]) {
  expect(whereabouts({ ...LOST, ...lost }, where)).toEqual(expected);
}

test('a file of the same name comes first, then one of the same folder, then the others', () => {
  const same = ['k', ['Setup']] as const;
  check({}, index({ 'else/b.md': same, 'docs/new.md': same, 'archive/old.md': same }), ['archive/old.md', 'docs/new.md', 'else/b.md']);
});

test('equal content comes before what only has the words', () => {
  check({}, index({ 'a.md': ['other', ['Setup']], 'b.md': ['k', ['Setup']] }, ['a.md']), ['b.md', 'a.md']);
});

test('the words under other headings are another statement', () => {
  check({}, index({ 'a.md': ['other', ['Uploads']], 'b.md': ['other', ['Setup', 'Deeper']] }, ['a.md', 'b.md']), ['b.md']);
});

test('a merged passage is found by its parts', () => {
  check({ key: 'x+k' }, index({ 'b.md': ['k', ['Setup']] }), ['b.md']);
});

test('the lost file itself is none of the places, and no more are named than will be read', () => {
  const files = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}.md`, ['k', ['Setup']] as const]));
  expect(whereabouts(LOST, index({ ...files, 'docs/old.md': ['k', ['Setup']] }, ['docs/old.md']))).toHaveLength(5);
  check({}, index({ 'docs/old.md': ['k', ['Setup']] }, ['docs/old.md']), []);
});
