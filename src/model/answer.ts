import type { Span } from './span';

/**
 * What a re-reading of the cited lines found: the text stands where it stood, at other lines of the file,
 * no longer as it was, or the file is gone.
 */
export type CitationCheck = 'verified' | 'moved' | 'changed' | 'gone';

/** A marker `[n]` of an answer, resolved to evidence and checked against the file. */
export interface Citation {
  readonly n: number;
  readonly path: string;
  readonly headings: readonly string[];
  /** Where the cited text stands now (where it stood, if `changed` or `gone`). */
  readonly span: Span;
  readonly check: CitationCheck;
  /** The cited text, as it was given to the answerer. */
  readonly quote: string;
}

/** A citation whose sentence states something that the cited lines do not contain. */
export interface UnsupportedCitation {
  readonly n: number;
  readonly sentence: string;
  /** The numbers, versions, code spans or quoted phrases that are missing from the evidence. */
  readonly missing: readonly string[];
}

/** Tokens as the model's server counted them; absent where it did not say. */
export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/** Why a turn ended. An outcome, not an error. */
export type StopReason = 'answered' | 'nothingFound' | 'cancelled' | 'failed';
