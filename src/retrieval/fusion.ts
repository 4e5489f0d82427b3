import type { Hit, RankingName } from '../model/passage';

/** One ranking, how much it counts, and under which name its ranks are kept. */
export interface WeightedRanking {
  readonly name: RankingName;
  /** Above 0. */
  readonly weight: number;
  /** Best first, without repeats. */
  readonly hits: readonly Hit[];
}

/** An id of any ranking, with its place in each that found it. */
export interface FusedHit {
  readonly id: string;
  /** In (0, 1]; 1 is first in every ranking. */
  readonly score: number;
  readonly ranks: Readonly<Partial<Record<RankingName, number>>>;
  /** Highest cosine among the vector rankings that found it. */
  readonly similarity?: number;
}

/** The constant of the source: how little the difference between rank 1 and rank 2 counts. */
const K = 60;

/**
 * Merges rankings whose scores cannot be compared, by weighted reciprocal rank fusion:
 * `score(id) = Σ weight / (K + rank(id))` over the rankings that contain `id`, rank 1 being the best,
 * divided by the score of an id that is first everywhere.
 *
 * Source: Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet", SIGIR 2009.
 *
 * @returns every id once, best first; ties keep the order of first appearance.
 */
export function fuseByReciprocalRank(rankings: readonly WeightedRanking[]): FusedHit[] {
  const best = rankings.reduce((sum, { weight }) => sum + weight / (K + 1), 0);
  const fused = new Map<string, { score: number; ranks: Partial<Record<RankingName, number>>; similarity?: number }>();
  for (const { name, weight, hits } of rankings) {
    hits.forEach((hit, at) => {
      const entry = fused.get(hit.id) ?? { score: 0, ranks: {} };
      entry.score += weight / (K + at + 1) / best;
      entry.ranks[name] = at + 1;
      if (name !== 'keyword') {
        entry.similarity = Math.max(hit.score, entry.similarity ?? -1);
      }
      fused.set(hit.id, entry);
    });
  }
  return [...fused].map(([id, entry]) => ({ id, ...entry })).sort((a, b) => b.score - a.score);
}
