import type { ChunkKind } from './chunk';
import type { Span } from './span';

/** The rankings that a search can draw on. */
export type RankingName = 'keyword' | 'static' | 'semantic';

/** One index's opinion: a key and its score in that index. Scores of different indexes cannot be compared. */
export interface Hit {
  readonly id: string;
  readonly score: number;
}

/** Where a passage comes from, if not from a file of the workspace. */
export type PassageOrigin =
  | { readonly kind: 'web'; readonly url: string; /** ISO 8601. */ readonly retrievedAt: string }
  | { readonly kind: 'memory'; readonly noteId: string };

/** A chunk as retrieved, its text just read from the file and checked against the index. */
export interface Passage {
  /** Path in the workspace; the address of a web page; the name of a note. */
  readonly path: string;
  /** Absent for a file of the workspace. */
  readonly origin?: PassageOrigin;
  readonly kind: ChunkKind;
  readonly headings: readonly string[];
  /** The chunk without blank lines at its ends. */
  readonly span: Span;
  /** 1-based columns, the second exclusive, where the span is a part of its lines (a piece of an over-long line). */
  readonly columns?: { readonly start: number; readonly end: number };
  /** Exactly `span` of the file as it is now. */
  readonly text: string;
  /** Content hash of the chunk. */
  readonly key: string;
  /** Fused score, in (0, 1], 1 being first in every ranking that took part. */
  readonly score: number;
  /** Cosine of the best vector ranking that found it, in [-1, 1]; absent if only keywords did. */
  readonly similarity?: number;
  /** How probably it has to do with the query, in [0, 1], on one scale for every source; absent where nothing reranked it. */
  readonly relevance?: number;
  /** 1-based rank in each ranking that found it. */
  readonly ranks: Readonly<Partial<Record<RankingName, number>>>;
}
