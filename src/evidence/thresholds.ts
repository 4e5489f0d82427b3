/**
 * Where evidence begins to count as fitting a question, on each scale that a search may bring. Everything about
 * calibration is here; what reads it is `grade.ts` and the removal of noise in `finalize.ts`.
 */
export const THRESHOLDS = {
  /**
   * Probability from a reranker. The best passage at `high` is a good match, under `low` a weak one; where even the best is
   * under `nothing`, the question is about something else. Measured on public sets: of questions that a set answers, the
   * best passage of 95 % is above .2 and of 98 % above .1; of questions meant for another set, 90 % are below .1. Single
   * passages under `noise` add nothing to better ones.
   */
  relevance: { high: 0.5, low: 0.2, nothing: 0.1, noise: 0.03 },
  /**
   * Cosine of question and passage, where nothing was reranked. Pairs with the same meaning average .58 with the semantic
   * model and .45 with the static one, unrelated pairs .09 and .06; a short question and a long passage lie lower than two
   * like sentences.
   */
  similarity: { high: 0.45, low: 0.3, noise: 0.2 },
  /**
   * Share of the question's telling terms in one passage: two of three read as "about this"; one of two is chance. A
   * cosine alone is believed only if the passages together share `some` words with the question.
   */
  share: { high: 0.66, low: 0.5, some: 0.34 },
} as const;
