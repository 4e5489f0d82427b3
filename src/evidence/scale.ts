import type { Passage } from '../model/passage';

/** What a passage is worth, in [0, 1]. */
export type Value = (passage: Passage) => number;

/**
 * Puts passages of whatever searches on one scale: the probability that a reranker gave them. Fused scores, cosines and
 * the ranks of a web search cannot be compared with it, so what was not judged comes after what was, in order of its fused
 * score; where nothing was judged, that score is the scale.
 */
export function commonScale(passages: readonly Passage[]): Value {
  const judged = passages.flatMap(({ relevance }) => relevance ?? []);
  const floor = Math.min(1, ...judged);
  return ({ relevance, score }) => relevance ?? floor * score;
}
