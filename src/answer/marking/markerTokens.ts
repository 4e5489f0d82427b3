import type { MarkerNumbers } from './markerNumbers';

/** A piece of a paragraph, as far as markers are concerned. */
export type MarkerToken =
  | { readonly kind: 'text'; readonly raw: string }
  /** A `[` that may begin the text of a link. */
  | { readonly kind: 'bracket'; readonly raw: '[' }
  | DelimiterToken
  | MarkerCandidate;

/** May open or close a region without markers: code, math, a tag, the target of a link. */
export interface DelimiterToken {
  readonly kind: 'delimiter';
  readonly raw: string;
  /** Opener and closer of a region have the same key. */
  readonly key: string;
  readonly opens: boolean;
  readonly closes: boolean;
  /** True if a region of this key ends with its line at the latest. */
  readonly inLine: boolean;
}

/** A marker, if it turns out to stand in plain text. */
export interface MarkerCandidate {
  readonly kind: 'marker';
  readonly raw: string;
  readonly refs: MarkerNumbers;
  /** The character after it; empty at the end of the text. */
  readonly next: string;
  /** True if `[n]` followed by `next` would read as a link or a definition. */
  readonly needsGap: boolean;
}
