import type { Passage } from '../model/passage';
import type { Library } from '../retrieval/library';
import type { Search } from './commonRelevance';
import { withRelevance } from './commonRelevance';
import { placeOf } from './sources';

/** Searches as `commonRelevance` takes them. */
export interface JudgedSearches {
  /** Each passage with its relevance to the query of its search, whatever search it was met in first. */
  readonly searches: readonly Search[];
  /** Relevance to the question, by {@link placeOf}; empty where no reranker is ready, or nothing else was searched for. */
  readonly toQuestion: ReadonlyMap<string, number>;
}

/**
 * Holds what each search found against its own query and against the question: also what came from the web, from notes, or
 * from keywords alone, which nothing judged. What a search judged is given the same number again, at next to no cost.
 *
 * @throws AssistantError embedding.failed, cancelled.
 */
export async function judgeSearches(
  question: string,
  searches: readonly Search[],
  { library, signal }: { readonly library: Pick<Library, 'relevanceTo'>; readonly signal: AbortSignal },
): Promise<JudgedSearches> {
  if (searches.every(({ query }) => query === question)) {
    return { searches, toQuestion: new Map() };
  }
  const judge = (query: string, passages: readonly Passage[]) => library.relevanceTo(query, passages.map(textOf), signal);
  const places = new Map(searches.flatMap(({ passages }) => passages.map((passage) => [placeOf(passage), passage] as const)));
  const asked = await judge(question, [...places.values()]);
  if (asked === undefined) {
    return { searches, toQuestion: new Map() };
  }
  const toQuestion = new Map([...places.keys()].map((place, at) => [place, asked[at] ?? 0]));
  const judged: Search[] = [];
  for (const { query, passages } of searches) {
    const own = query === question ? passages.map((passage) => askedAgain(passage, toQuestion)) : await judge(query, passages);
    judged.push({ query, passages: passages.map((passage, at) => withRelevance(passage, own?.[at])) });
  }
  return { searches: judged, toQuestion };
}

/** A document that was read by its name was held against nothing, and stays so. */
function askedAgain(passage: Passage, toQuestion: ReadonlyMap<string, number>): number | undefined {
  return passage.relevance === undefined ? undefined : toQuestion.get(placeOf(passage));
}

function textOf({ key, path, headings, text }: Passage): { readonly key: string; readonly text: string } {
  return { key, text: [path, ...headings, text].join('\n') };
}
