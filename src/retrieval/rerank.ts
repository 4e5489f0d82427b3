import type { Passage } from '../model/passage';
import type { Reranker } from '../model/ports';
import { queryShape } from './queryShape';
import type { RelevanceSigns } from './relevance';
import { relevanceOf, termShare } from './relevance';

/** A passage on its way through the stages. */
export interface Candidate {
  readonly passage: Passage;
  /** What the models read: title, heading trail and text. */
  readonly embeddingText: string;
  /** Its keyword score as a share of the best one in the index, in [0, 1]; 0 where it was not found. */
  readonly keywordShare: number;
}

/** Passages that are judged, at most: deeper ones hardly ever come to the top. */
const DEPTH = 30;

/** What a person waits without noticing, in seconds: a slow runtime judges fewer. */
const PATIENCE_S = 0.7;

/** How many passages this reranker can judge in the time there is. */
export function rerankDepth({ textsPerSecond }: Reranker): number {
  return Math.min(DEPTH, Math.floor(textsPerSecond * PATIENCE_S));
}

/**
 * Orders the first candidates by how probably they have to do with the query, as the reranker, the keyword ranking and
 * the words in common say together. The others keep their places behind.
 *
 * @param candidates - best first, as fused.
 */
export async function rerank(
  candidates: readonly Candidate[],
  { query, reranker }: { readonly query: string; readonly reranker: Reranker },
  signal: AbortSignal,
): Promise<Passage[]> {
  const depth = rerankDepth(reranker);
  const judged = candidates.slice(0, depth);
  const texts = judged.map(({ passage: { key }, embeddingText }) => ({ key, text: embeddingText }));
  const scores = await reranker.rerank(query, texts, signal);
  const shape = queryShape(query);
  const shareOf = termShare(query);
  const ranked = judged.map(({ passage, embeddingText, keywordShare }, at): Passage => {
    const signs: RelevanceSigns = {
      model: scores[at] ?? 0,
      keyword: keywordShare,
      share: shareOf(embeddingText),
    };
    return { ...passage, relevance: relevanceOf(signs, shape) };
  });
  ranked.sort((a, b) => (b.relevance ?? 0) - (a.relevance ?? 0));
  return [...ranked, ...candidates.slice(depth).map(({ passage }) => passage)];
}
