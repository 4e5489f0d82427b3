import { expect, test } from 'vitest';
import type { Reranker } from '../../../src/model/ports';
import { memoryLibrary, wordReranker } from '../../support/memoryLibrary';

const QUIET = new AbortController().signal;

const DOCUMENTS = {
  'retries.md': '# Retries\n\nA failed job is tried five times.\n',
  'tokens.md': '# Tokens\n\nA token lives for ninety days.\n',
  '租约.md': '# 租约\n\n租约默认为三十秒，超时后任务会被收回。\n',
  '天气.md': '# 天气\n\n今天的天气很好，适合出门。\n',
};

/** {@link wordReranker}, with what it was given. */
function recording() {
  const words = wordReranker();
  const given: { readonly key: string; readonly text: string }[] = [];
  const reranker: Reranker = { ...words, rerank: (query, texts, signal) => { given.push(...texts); return words.rerank(query, texts, signal); } };
  return { reranker, given };
}

test.each(['How often is a failed job tried?', '租约默认多长时间？'])('a passage of the index is judged as a search for the query judges it: %s', async (query) => {
  const library = await memoryLibrary(DOCUMENTS, wordReranker());
  const { passages } = await library.search({ query, k: 4, mode: 'hybrid' }, QUIET);
  expect(passages).toHaveLength(4);
  const judged = await library.relevanceTo(query, passages, QUIET);
  expect(judged).toEqual(passages.map(({ relevance }) => relevance));
});

test.each([
  ['How often is a failed job tried?', 'A failed job is often tried again.', 'Pizza with olives.'],
  ['租约默认多长时间？', '网页说租约默认是三十秒。', '适合出门的好天气。'],
])('a text of elsewhere is on the same scale, by its words: %s', async (query, about, other) => {
  const library = await memoryLibrary(DOCUMENTS, wordReranker());
  const [first, second] = (await library.relevanceTo(query, [{ key: 'web:1', text: about }, { key: 'web:2', text: other }], QUIET))!;
  expect(first).toBeGreaterThan(0.2);
  expect(second).toBeLessThan(0.03);
});

test('equal keys of what the reranker gets mean equal texts, whatever keys the texts came with', async () => {
  const { reranker, given } = recording();
  const library = await memoryLibrary(DOCUMENTS, reranker);
  const [passage] = (await library.search({ query: 'failed job', k: 1, mode: 'hybrid' }, QUIET)).passages;
  const { key } = passage!;
  await library.relevanceTo('failed job', [{ key, text: 'cut' }, { key: 'k', text: 'one' }, { key: 'k', text: 'two' }], QUIET);
  library.files.write('retries.md', '# Retries\n\nNever.\n');
  await library.relevanceTo('failed job', [{ key, text: 'as it was' }], QUIET);
  const texts = Map.groupBy(given, (one) => one.key);
  expect([...texts.values()].map((same) => new Set(same.map(({ text }) => text)).size)).toEqual([...texts.keys()].map(() => 1));
  expect(given.map(({ text }) => text)).toEqual(expect.arrayContaining(['one', 'two', 'as it was']));
  expect(given.map(({ text }) => text)).not.toContain('cut');
});

test('without a reranker nothing is judged; with one, no text gives no number', async () => {
  expect(await (await memoryLibrary(DOCUMENTS)).relevanceTo('job', [{ key: 'k', text: 'job' }], QUIET)).toBeUndefined();
  expect(await (await memoryLibrary(DOCUMENTS, wordReranker())).relevanceTo('job', [], QUIET)).toEqual([]);
});
