/** Longest question that is accepted, in UTF-16 units. */
export const MAX_QUESTION_LENGTH = 20_000;
