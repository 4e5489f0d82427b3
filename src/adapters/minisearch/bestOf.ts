/** A place in an array of scores. */
export interface Scored {
  readonly index: number;
  readonly score: number;
}

/**
 * The `k` highest of the scores above 0 in places that are accepted, highest first; of equal ones the earlier first. Costs
 * one pass and room for `k`, where sorting would cost both for every document with a common word.
 */
export function bestOf(scores: Float64Array, k: number, accepts: (index: number) => boolean = () => true): Scored[] {
  const best: Scored[] = [];
  let threshold = 0;
  scores.forEach((score, index) => {
    if (score <= threshold || k <= 0 || !accepts(index)) {
      return;
    }
    let at = best.length;
    while (at > 0 && (best[at - 1]?.score ?? Infinity) < score) {
      at -= 1;
    }
    best.splice(at, 0, { index, score });
    if (best.length > k) {
      best.pop();
    }
    threshold = best.length < k ? 0 : (best.at(-1)?.score ?? 0);
  });
  return best;
}
