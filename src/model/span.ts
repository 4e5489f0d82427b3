/** A half-open range of a text, in UTF-16 offsets. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * A half-open range of a document: UTF-16 offsets into its decoded text, and the 1-based lines that they fall in.
 *
 * Invariants: `start <= end`, `startLine <= endLine`; `endLine` is the line of the last character of the range
 * (of `start` where the range is empty), so both line numbers are inclusive.
 */
export interface Span extends TextRange {
  readonly startLine: number;
  readonly endLine: number;
}
