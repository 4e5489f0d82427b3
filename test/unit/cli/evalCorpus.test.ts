import { expect, test } from 'vitest';
import { layOutCorpus } from '../../../src/cli/evalCorpus';
import type { TestDocument } from '../../../src/evaluation/testSet';

/** The files that documents become, as `path: content`. */
async function filesOf(documents: readonly Partial<TestDocument>[]) {
  const corpus = layOutCorpus(documents.map((document, at) => ({ id: `id${at}`, title: '', text: 'text', ...document })));
  const { files } = await corpus.files.list(new AbortController().signal);
  const read = async (path: string) => new TextDecoder().decode(await corpus.files.read(path));
  return { corpus, entries: files, contents: await Promise.all(files.map(async ({ path }) => `${path}: ${await read(path)}`)) };
}

test('a title becomes the heading of a page, once', async () => {
  const { contents } = await filesOf([{ title: 'Tides' }, { title: 'am', text: '# am\n\nText.', path: 'pages/am.md' }, { title: 'x', path: 'x.go' }]);
  expect(contents).toEqual(['000000.md: # Tides\n\ntext', 'pages/am.md: # am\n\nText.', 'x.go: text']);
});

test('each document is one file and is found by its path', async () => {
  const { corpus, entries } = await filesOf([{}, { path: 'a.md' }, { path: 'a.md' }, { path: 'b.md' }]);
  expect(entries.map(({ path }) => [path, corpus.documentOf(path)])).toEqual([
    ['000000.txt', 'id0'], ['000001/a.md', 'id1'], ['000002/a.md', 'id2'], ['b.md', 'id3'],
  ]);
});

test('the same content has the same time, other content of the same size another', async () => {
  const times = async (text: string) => (await filesOf([{ text }])).entries.map(({ mtimeMs }) => mtimeMs);
  expect(await times('abc')).toEqual(await times('abc'));
  expect(await times('abc')).not.toEqual(await times('abd'));
});

test('a path that is none of the set is refused', async () => {
  const { corpus } = await filesOf([{}]);
  await expect(corpus.files.read('../x')).rejects.toMatchObject({ code: 'files.notFound' });
});
