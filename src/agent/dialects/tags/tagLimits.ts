/** What writing is bound by. The model is told none of it: told of a bound, it uses it up. */
export interface TagLimits {
  /** Calls in which the model writes, at least 1. */
  readonly maxRounds: number;
  readonly maxReflections: number;
  /** Estimated tokens of text in one round; what a server counts besides is bound by `maxOutputTokens`. */
  readonly roundTokens: number;
  /** Tokens of one response, thoughts included. */
  readonly maxOutputTokens: number;
  readonly totalMs: number;
}

/**
 * The authors of the scheme end it after three to five rounds and two reflections. A round holds a long answer; the time is
 * that of a small model on a laptop.
 */
export const TAG_LIMITS: TagLimits = {
  maxRounds: 5,
  maxReflections: 2,
  roundTokens: 1_500,
  maxOutputTokens: 4_096,
  totalMs: 300_000,
};
