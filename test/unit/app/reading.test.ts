import { expect, test } from 'vitest';
import type { Passage } from '../../../src/model/passage';
import { memoryLibrary } from '../../support/memoryLibrary';

const QUIET = new AbortController().signal;
const LONG = 'Something is said about this at some length, so that it is a section of its own. '.repeat(4);
const GUIDE = `---\ntitle: Guide\n---\n\n# Guide\n\n${LONG}\n\n\n\n## Setup\r\n\r\n${LONG}\r\n\r\n## 部署\n\n${'部署之前请先阅读本节的全部内容。'.repeat(8)}\n`;
const SCRIPT = `export function one() {\n  return '${'1'.repeat(1_500)}';\n}\n`;

const shape = ({ path, headings, span }: Passage) => `${path}:${span.startLine}-${span.endLine} ${headings.join(' › ')}`;

test('a document is read in its order, each passage exactly its span, and all that it says is there', async () => {
  const library = await memoryLibrary({ 'guide.md': GUIDE, 'one.ts': SCRIPT });
  for (const [path, text] of Object.entries({ 'guide.md': GUIDE, 'one.ts': SCRIPT })) {
    const passages = await library.passagesOf(path);
    expect(passages.map(({ span }) => text.slice(span.start, span.end))).toEqual(passages.map((passage) => passage.text));
    expect(passages.map(({ text: own }) => own).join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    expect(passages.map(({ span }) => span.start)).toEqual(passages.map(({ span }) => span.start).sort((a, b) => a - b));
  }
  expect((await library.passagesOf('guide.md')).map(shape)).toEqual(['guide.md:1-7 Guide', 'guide.md:11-13 Guide › Setup', 'guide.md:15-17 Guide › 部署']);
});

test('its passages are those that a search finds, but for what the ranking said', async () => {
  const library = await memoryLibrary({ 'guide.md': GUIDE, 'one.ts': SCRIPT });
  const ranked = (await library.search({ query: 'guide 部署 one return', k: 50, mode: 'hybrid' }, QUIET)).passages;
  const read = [...(await library.passagesOf('guide.md')), ...(await library.passagesOf('one.ts'))];
  const unranked = ({ score: _, similarity: __, ranks: ___, ...passage }: Passage) => passage;
  expect(ranked.map(unranked)).toEqual(expect.arrayContaining(read.map(unranked)));
  expect(read).toHaveLength(ranked.length);
});

test('a document that changed since it was indexed is read as it is now', async () => {
  const library = await memoryLibrary({ 'a.md': '# A\n\nOne.\n' });
  library.files.write('a.md', 'New first line.\n\n# A\n\nTwo.\n');
  expect((await library.passagesOf('a.md')).map(({ text }) => text)).toEqual(['New first line.\n\n# A\n\nTwo.']);
});

test('what is not indexed, is gone, or is no text any more has no passages', async () => {
  const library = await memoryLibrary({ 'a.md': '# A\n', 'b.md': '# B\n', '.env': 'KEY=1\n' });
  library.files.write('later.md', '# Later\n');
  library.files.remove('a.md');
  library.files.write('b.md', new Uint8Array(100));
  for (const path of ['a.md', 'b.md', '.env', 'later.md', 'docs', '../a.md', '']) {
    expect(await library.passagesOf(path), path).toEqual([]);
  }
});

test('paths are those of indexed files: what is left out has no name', async () => {
  const library = await memoryLibrary({ 'docs/a.md': '# A\n', 'docs/empty.md': '', 'conf/.env': 'KEY=1\n' });
  const found = await Promise.all(['a', 'docs', 'empty', '.env', 'conf'].map((name) => library.findPaths(name, 5)));
  expect(found).toEqual([['docs/a.md'], ['docs'], [], [], []]);
});
