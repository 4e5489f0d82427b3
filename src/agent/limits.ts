/** What gathering is bound by. The model is told none of it: told of a bound, it uses it up. */
export interface GatherLimits {
  /** Rounds, at least 1. */
  readonly maxRounds: number;
  /** True to end once a round brings nothing new while something is held. */
  readonly earlyStopOnEmptyRound: boolean;
  /** Calls of one round that are made. */
  readonly maxCalls: number;
  /** Tokens of one reply. */
  readonly maxOutputTokens: number;
  /** Estimated tokens of one request. */
  readonly maxInputTokens: number;
  readonly totalMs: number;
  /** What a model may take to say what to look up. */
  readonly roundMs: number;
}

/**
 * Four rounds cover a comparison and a question of three steps; what goes on after that turns in circles. A reply needs a
 * hundred tokens, and thousands from a model that thinks first. The time is that of a small model on a laptop.
 */
export const GATHER_LIMITS: GatherLimits = {
  maxRounds: 4,
  earlyStopOnEmptyRound: true,
  maxCalls: 6,
  maxOutputTokens: 4_096,
  maxInputTokens: 16_000,
  totalMs: 120_000,
  roundMs: 60_000,
};
