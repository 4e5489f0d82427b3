import type { Passage } from './passage';

/** A passage admitted to a turn under a number. The number belongs to the passage for the whole turn and the one after it. */
export interface Evidence {
  /** From 1 up in the order of admission; a passage that an earlier turn showed keeps its number. */
  readonly n: number;
  readonly passage: Passage;
}

/** How well the evidence fits the question, as a whole. */
export type Grade = 'HIGH' | 'AMBIGUOUS' | 'LOW';

/** Passages by where they are from: documents and code of the workspace, web pages, saved notes. */
export interface SourceCounts {
  readonly docs: number;
  readonly code: number;
  readonly web: number;
  readonly memory: number;
}
