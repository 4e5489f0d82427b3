import type { Passage } from '../model/passage';
import { lexicalSupport } from './lexicalSupport';
import { THRESHOLDS } from './thresholds';

/**
 * A vector ranking names a nearest passage for every question, related or not: what is improbable goes, unless it has
 * every telling term of the question. Where nothing was judged, words and vectors decide: a passage that no vector looked
 * at was found by its words.
 */
export function withoutNoise(passages: readonly Passage[], question: string): Passage[] {
  const { relevance: probability, similarity: cosine } = THRESHOLDS;
  const { perPassage } = lexicalSupport(question, passages);
  const judged = passages.flatMap(({ relevance }) => relevance ?? []);
  if (judged.length === 0) {
    return passages.filter(({ similarity }, at) => (perPassage[at] ?? 0) > 0 || (similarity ?? 1) >= cosine.noise);
  }
  const floor = Math.max(...judged) < probability.nothing ? Infinity : probability.noise;
  return passages.filter(({ relevance = floor }, at) => relevance >= floor || perPassage[at] === 1);
}
