import { expect, test } from 'vitest';
import type { Passage } from '../../../src/model/passage';
import type { Reranker } from '../../../src/model/ports';
import type { Candidate } from '../../../src/retrieval/rerank';
import { rerank, rerankDepth } from '../../../src/retrieval/rerank';

const NEVER = new AbortController().signal;

function candidate(name: string, text = name, keywordShare = 0): Candidate {
  const passage: Passage = {
    path: `${name}.md`, kind: 'section', headings: [], text, key: name, score: 0.5, ranks: { keyword: 1 },
    span: { start: 0, end: text.length, startLine: 1, endLine: 1 },
  };
  return { passage, embeddingText: text, keywordShare };
}

/** Judges by a table of scores, and counts what it was given. */
function tableReranker(scores: Readonly<Record<string, number>>, textsPerSecond = 1_000): Reranker & { judged: string[] } {
  const judged: string[] = [];
  return {
    id: 'table',
    textsPerSecond,
    judged,
    rerank: async (_query, texts) => {
      judged.push(...texts.map(({ key }) => key));
      return texts.map(({ key }) => scores[key] ?? 0);
    },
  };
}

const names = (passages: readonly Passage[]) => passages.map(({ path }) => path.replace('.md', ''));

test('what the reranker likes best comes first, with its probability', async () => {
  const passages = await rerank([candidate('weak'), candidate('good')], { query: 'x', reranker: tableReranker({ good: 1.2, weak: 0.1 }) }, NEVER);
  expect(names(passages)).toEqual(['good', 'weak']);
  const [first, second] = passages.map(({ relevance }) => relevance ?? -1);
  expect(first).toBeGreaterThan(second!);
  expect(first).toBeLessThan(1);
  expect(second).toBeGreaterThan(0);
});

test('between two that the reranker likes alike the keyword share decides', async () => {
  const candidates = [candidate('a', 'same', 0.1), candidate('b', 'same', 1)];
  expect(names(await rerank(candidates, { query: 'x', reranker: tableReranker({ a: 0.8, b: 0.8 }) }, NEVER))).toEqual(['b', 'a']);
});

test('for a Chinese question the words decide, as the model finds all Chinese text alike', async () => {
  const candidates = [candidate('a', '今天的天气很好，适合出门。'), candidate('b', '租约默认为三十秒，超时后任务会被收回。', 1)];
  const passages = await rerank(candidates, { query: '租约默认多长时间？', reranker: tableReranker({ a: 1.5, b: 1.4 }) }, NEVER);
  expect(names(passages)).toEqual(['b', 'a']);
  expect(passages[0]?.relevance).toBeGreaterThan(0.5);
  expect(passages[1]?.relevance).toBeLessThan(0.2);
});

test('a slow reranker judges the first few; the others keep their places behind', async () => {
  const slow = tableReranker({ c0: 0, c1: 0.2, c2: 0.9, c9: 1.9 }, 5);
  const candidates = Array.from({ length: 10 }, (_, at) => candidate(`c${at}`));
  const passages = await rerank(candidates, { query: 'x', reranker: slow }, NEVER);
  expect(slow.judged).toHaveLength(rerankDepth(slow));
  expect(names(passages)).toEqual(['c2', 'c1', 'c0', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8', 'c9']);
  expect(passages[3]?.relevance).toBeUndefined();
});
