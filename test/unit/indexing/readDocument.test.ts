import { expect, test } from 'vitest';
import { readDocument } from '../../../src/indexing/readDocument';
import { chunksOf } from '../../../src/indexing/catalog';
import { MemoryFiles } from '../../support/memoryFiles';

async function read(path: string, text: string, size = text.length) {
  const files = new MemoryFiles({ [path]: text });
  return readDocument({ path, size, mtimeMs: 1 }, { files, hashText: (key) => key, hashBytes: String, maxFileBytes: 1e6 });
}

test.each([
  ['blank lines', '\n'.repeat(60_000)],
  ['old line breaks', '\r'.repeat(60_000)],
  ['spaces in one line', ' '.repeat(60_000)],
])('no passage is nothing but %s, and the others keep their places', async (_, blank) => {
  const { record, texts, lexical } = await read('a.txt', `widget${blank}\nlease\n`);
  const keys = chunksOf(record).map(({ key }) => key);
  expect(texts.every((text) => text.slice(text.indexOf('\n')).trim() !== '')).toBe(true);
  expect(keys).toEqual(texts);
  expect(lexical.map(({ id }) => id)).toEqual(keys.map((_key, ordinal) => `${String(ordinal)}:a.txt`));
  expect(texts.join('')).toMatch(/widget[^]*lease/u);
});

test('a file that is empty by its size is not opened: files of the kernel say so and may never end', async () => {
  const { record } = await read('kmsg', 'endless', 0);
  expect(record).toMatchObject({ hash: '', state: { kind: 'skipped', reason: 'empty' } });
});
