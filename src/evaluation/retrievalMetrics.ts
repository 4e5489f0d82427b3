/** How relevant each document is to one query, by id; 0 and absence mean not at all. */
export type Judgements = ReadonlyMap<string, number>;

/** The measures that retrieval is compared by. */
export const RETRIEVAL_METRICS = ['ndcg@10', 'mrr@10', 'recall@5', 'recall@10', 'recall@20', 'pass@5'] as const;

export type RetrievalMetric = (typeof RETRIEVAL_METRICS)[number];

/** Each measure in [0, 1]. */
export type RetrievalScores = Readonly<Record<RetrievalMetric, number>>;

/** How many documents a ranking needs for every measure to be exact. */
export const RANKING_DEPTH = 20;

/**
 * Scores one ranking against the judgements of its query. Gains are linear, as in trec_eval: `gain / log2(rank + 1)`.
 *
 * Source of nDCG: Järvelin and Kekäläinen, "Cumulated gain-based evaluation of IR techniques", TOIS 2002.
 *
 * @param ranked - best first, without repeats.
 * @returns nothing if no document is relevant: there is nothing to find.
 */
export function scoreRanking(ranked: readonly string[], judgements: Judgements): RetrievalScores | undefined {
  const gains = ranked.map((id) => Math.max(0, judgements.get(id) ?? 0));
  const ideal = [...judgements.values()].filter((gain) => gain > 0).sort((a, b) => b - a);
  if (ideal.length === 0) {
    return undefined;
  }
  const first = gains.slice(0, 10).findIndex((gain) => gain > 0);
  const found = (k: number) => gains.slice(0, k).filter((gain) => gain > 0).length;
  return {
    'ndcg@10': cumulatedGain(gains) / cumulatedGain(ideal),
    'mrr@10': first === -1 ? 0 : 1 / (first + 1),
    'recall@5': found(5) / ideal.length,
    'recall@10': found(10) / ideal.length,
    'recall@20': found(20) / ideal.length,
    'pass@5': found(5) > 0 ? 1 : 0,
  };
}

function cumulatedGain(gains: readonly number[]): number {
  return gains.slice(0, 10).reduce((sum, gain, at) => sum + gain / Math.log2(at + 2), 0);
}

/** The mean of each measure over queries; 0 where there are none. */
export function meanScores(scores: readonly RetrievalScores[]): RetrievalScores {
  const mean = (metric: RetrievalMetric) => averageOf(scores.map((score) => score[metric]));
  return {
    'ndcg@10': mean('ndcg@10'),
    'mrr@10': mean('mrr@10'),
    'recall@5': mean('recall@5'),
    'recall@10': mean('recall@10'),
    'recall@20': mean('recall@20'),
    'pass@5': mean('pass@5'),
  };
}

/** The arithmetic mean; 0 of nothing. */
export function averageOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * The value that `share` of the values do not exceed (nearest rank); 0 of nothing.
 *
 * @param share - in (0, 1].
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
