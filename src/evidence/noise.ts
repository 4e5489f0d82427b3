import type { Passage } from '../model/passage';
import { termShare } from '../retrieval/relevance';
import { THRESHOLDS } from './thresholds';

/**
 * A vector ranking names a nearest passage for every question, related or not: what is improbable goes, unless it has
 * every telling term of the question. Where nothing was judged, words and vectors decide: a passage that no vector looked
 * at was found by its words.
 */
export function withoutNoise(passages: readonly Passage[], question: string): Passage[] {
  const { relevance: probability, similarity: cosine } = THRESHOLDS;
  const share = termShare(question);
  // Words are only looked at where nothing else tells: it takes longer than all the rest.
  const said = ({ path, headings, text }: Passage) => share([path, ...headings, text].join('\n'));
  const judged = passages.flatMap(({ relevance }) => relevance ?? []);
  if (judged.length === 0) {
    return passages.filter((passage) => (passage.similarity ?? 1) >= cosine.noise || said(passage) > 0);
  }
  const floor = Math.max(...judged) < probability.nothing ? Infinity : probability.noise;
  return passages.filter((passage) => (passage.relevance ?? floor) >= floor || said(passage) === 1);
}
