import type { Span } from './span';

/** What a chunk is part of: a section under a heading, a piece of code, or a window of lines. */
export type ChunkKind = 'section' | 'code' | 'text';

/** The unit that is embedded, indexed and retrieved. The chunks of a document tile it: no gap, no overlap. */
export interface Chunk {
  readonly kind: ChunkKind;
  readonly span: Span;
  /** Heading trail from the outermost heading, or the symbol path for code. Empty at the top of a document. */
  readonly headings: readonly string[];
  /** `document.text.slice(span.start, span.end)` */
  readonly text: string;
}

/**
 * A chunk as the index remembers it: where it stands and what it said, not the text itself
 * (text is read from the file, and checked against `key`, when it is needed).
 */
export interface ChunkRecord {
  readonly kind: ChunkKind;
  readonly span: Span;
  readonly headings: readonly string[];
  /** Content hash of what was embedded (heading trail and text): equal content, equal key, in whatever file. */
  readonly key: string;
}

/** Names one chunk of the workspace: `path` and its place among the chunks of that document, from 0. */
export interface ChunkRef {
  readonly path: string;
  readonly ordinal: number;
}
