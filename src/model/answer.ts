import type { PassageOrigin } from './passage';
import type { Span, TextRange } from './span';

/**
 * What a re-reading of the cited lines found: the text stands where it stood, at other lines of the file,
 * no longer as it was, or the file is gone. A web page or a note is cited as it was read, from the text that is kept with
 * the answer: it is `verified` without being fetched again, which would tell the world what is being asked.
 */
export type CitationCheck = 'verified' | 'moved' | 'changed' | 'gone';

/** A marker `[n]` of an answer, resolved to evidence and checked against the file. */
export interface Citation {
  readonly n: number;
  /** See `Passage`. */
  readonly path: string;
  /** Absent for a file of the workspace. */
  readonly origin?: PassageOrigin;
  readonly headings: readonly string[];
  /** Where the cited text stands now (where it stood, if `changed` or `gone`). */
  readonly span: Span;
  /** See `Passage`; where the text stands now. */
  readonly columns?: { readonly start: number; readonly end: number };
  readonly check: CitationCheck;
  /** The cited text, as it was given to the answerer. */
  readonly quote: string;
  /** The sentences of `quote` that the answer rests on, in order; absent where nothing shows which they are. */
  readonly support?: readonly TextRange[];
}

/** A citation whose sentence states something that the cited lines do not contain. */
export interface UnsupportedCitation {
  readonly n: number;
  readonly sentence: string;
  /** The numbers, versions, code spans or quoted phrases that are missing from the evidence. */
  readonly missing: readonly string[];
}

/**
 * Whether the cited evidence says what a sentence says: all of it, a part of it, not that. `undecided` where words do not
 * tell and no model did.
 */
export type SentenceVerdict = 'supported' | 'partly' | 'notSupported' | 'undecided';

/** A cited sentence of an answer, held against the passages that it cites. */
export interface SentenceCheck {
  /** Without its markers. */
  readonly sentence: string;
  /** UTF-16 offsets of the sentence, with its markers, in the answer. */
  readonly start: number;
  readonly end: number;
  /** The evidence that it cites, at least one. */
  readonly numbers: readonly number[];
  readonly verdict: SentenceVerdict;
  /** The piece of evidence that says it, or comes closest. */
  readonly line?: { readonly n: number; readonly startLine: number; readonly endLine: number };
  /** Why it is not supported as it stands. */
  readonly reason?: string;
}

/** A sentence that checking changed. */
export interface Revision {
  /** Without its markers. */
  readonly was: string;
  /** Absent where the sentence was withdrawn. */
  readonly now?: string;
}

/**
 * How checking ended: nothing is objected to, the model had nothing to change, the model's changes were not supported
 * either, time ran out, the model failed or answered in no usable form.
 */
export type VerificationEnd = 'agreed' | 'nothingToChange' | 'disagreed' | 'timedOut' | 'failed';

/** What checking an answer sentence by sentence found. */
export interface Verification {
  /** Every cited sentence of the answer as it stands now, in order. */
  readonly checks: readonly SentenceCheck[];
  /** What was changed in the answer as it was first written. */
  readonly revisions: readonly Revision[];
  /** Passes that asked the model to reconsider. */
  readonly passes: number;
  readonly end: VerificationEnd;
}

/** Tokens as the model's server counted them; absent where it did not say. */
export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/** Why a turn ended. An outcome, not an error. */
export type StopReason = 'answered' | 'nothingFound' | 'cancelled' | 'failed';
