import { averageOf } from './retrievalMetrics';

/** How two runs over the same questions differ. */
export interface PairedDifference {
  /** Mean of `after - before`. */
  readonly mean: number;
  /** The middle 90 % of the means that other questions of the same kind could have given. */
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 2_000;

/**
 * The paired bootstrap: draws questions with repetition, many times, and looks at how the mean difference varies. A drop
 * is beyond noise if `high` is below 0, which chance alone brings about once in twenty times.
 *
 * Source: Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 16.
 *
 * @param pairs - one `[before, after]` for each question that both runs answered.
 * @param random - in [0, 1); seeded, so that a verdict can be repeated.
 */
export function comparePaired(pairs: readonly (readonly [before: number, after: number])[], random: () => number): PairedDifference {
  const differences = pairs.map(([before, after]) => after - before);
  const means = Array.from({ length: RESAMPLES }, () =>
    averageOf(differences.map(() => differences[Math.floor(random() * differences.length)] ?? 0)),
  ).sort((a, b) => a - b);
  return {
    mean: averageOf(differences),
    low: means[Math.floor(RESAMPLES * 0.05)] ?? 0,
    high: means[Math.floor(RESAMPLES * 0.95)] ?? 0,
  };
}

/**
 * Numbers in [0, 1) that look random and are the same for the same seed: a linear congruential generator, of which only the
 * high bits are used, which is good enough for resampling.
 *
 * Source of the constants: Press, Teukolsky, Vetterling and Flannery, "Numerical Recipes", 1992, section 7.1.
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
