import { expect, test } from 'vitest';
import type { Search } from '../../../src/evidence/commonRelevance';
import { commonRelevance } from '../../../src/evidence/commonRelevance';
import { finalizeEvidence } from '../../../src/evidence/finalize';
import { judgeSearches } from '../../../src/evidence/judgeSearches';
import { placeOf } from '../../../src/evidence/sources';
import type { Passage } from '../../../src/model/passage';
import type { SearchMode } from '../../../src/retrieval/retrieve';
import { memoryLibrary, wordReranker } from '../../support/memoryLibrary';

const QUIET = new AbortController().signal;

const DOCUMENTS = {
  '团队/模块.md': '# 模块负责人\n\n用户认证模块的开发者是张三。\n',
  '团队/人员.md': '# 人员名册\n\n张三的入职时间：2019 年。\n',
  '笔记/午餐.md': '# 午餐\n\n附近最好吃的披萨在港口。\n',
  'team/modules.md': '# Modules\n\nThe developer of the authentication module is Ada Park.\n',
  'team/people.md': '# People\n\nAda Park hiring date: 2019.\n',
  'notes/lunch.md': '# Lunch\n\nThe best pizza in town is at the harbour.\n',
};

/** Searches one after the other, as a loop does, and makes evidence of what they find. */
async function gather(question: string, queries: readonly string[], { judges = true, mode = 'hybrid' }: { judges?: boolean; mode?: SearchMode } = {}) {
  const library = await memoryLibrary(DOCUMENTS, judges ? wordReranker() : undefined);
  const made: Search[] = [];
  for (const query of queries) {
    made.push({ query, passages: (await library.search({ query, k: 1, mode }, QUIET)).passages });
  }
  const { searches, toQuestion } = await judgeSearches(question, made, { library, signal: QUIET });
  const { passages, queries: on } = commonRelevance(question, searches, toQuestion);
  const { passages: chosen, grade } = finalizeEvidence(passages, { question, queries: on });
  return { paths: chosen.map(({ path }) => path).sort(), grade, searches, toQuestion, made };
}

test.each<[question: string, queries: readonly string[], paths: readonly string[]]>([
  ['负责用户认证模块的开发者是哪一年入职的', ['用户认证模块 开发者', '附近最好吃的披萨', '张三 入职时间'], ['团队/人员.md', '团队/模块.md']],
  ['Who develops the authentication module, and since when?', ['authentication module developer', 'best pizza in town', 'Ada Park hiring date'], ['team/modules.md', 'team/people.md']],
])('both steps are evidence, what strayed is not: %s', async (question, queries, paths) => {
  for (const mode of ['hybrid', 'keyword'] as const) {
    expect(await gather(question, queries, { mode }), mode).toMatchObject({ paths, grade: 'HIGH' });
  }
  // Where nothing judges, words decide.
  expect((await gather(question, queries, { judges: false })).paths).toEqual(paths);
});

test('a search of the question alone is what it was', async () => {
  const question = 'Who develops the authentication module?';
  const { searches, made, toQuestion } = await gather(question, [question]);
  expect(searches).toEqual(made);
  expect(commonRelevance(question, searches, toQuestion).passages).toEqual(made[0]?.passages);
});

test('a passage that came under an earlier query is held against the one that found it again', async () => {
  const library = await memoryLibrary(DOCUMENTS, wordReranker());
  const [people] = (await library.search({ query: 'Ada Park hiring date', k: 1, mode: 'hybrid' }, QUIET)).passages as [Passage];
  const early = { ...people, relevance: 0.02 };
  const { searches } = await judgeSearches('Q', [{ query: 'pizza', passages: [early] }, { query: 'Ada Park hiring date', passages: [early] }], { library, signal: QUIET });
  expect(searches[1]?.passages[0]?.relevance).toBe(people.relevance);
  expect(searches[0]?.passages[0]?.relevance).toBeLessThan(0.02);
});

test('pages and notes are judged by their words; a document read by its name is held against the question only', async () => {
  const library = await memoryLibrary(DOCUMENTS, wordReranker());
  const text = 'Ada Park wrote about authentication.';
  const page: Passage = {
    path: 'https://example.org', origin: { kind: 'web', url: 'https://example.org', retrievedAt: '2025-01-01T00:00:00Z' }, kind: 'section',
    headings: [], text, key: 'p', score: 1, ranks: {}, span: { start: 0, end: text.length, startLine: 1, endLine: 1 },
  };
  const read = await library.passagesOf('notes/lunch.md');
  const question = 'authentication module';
  const made = [{ query: 'Ada Park authentication', passages: [page] }, { query: question, passages: read }];
  const { searches, toQuestion } = await judgeSearches(question, made, { library, signal: QUIET });
  expect(searches[0]?.passages[0]?.relevance).toBeGreaterThan(0.5);
  expect(searches[1]?.passages).toEqual(read);
  expect(toQuestion.get(placeOf(read[0]!))).toBeLessThan(0.03);
});
