import type { Passage } from './passage';

/** A passage admitted to a turn under a number. The number belongs to the passage for the whole turn. */
export interface Evidence {
  /** 1, 2, 3 … in the order of admission. */
  readonly n: number;
  readonly passage: Passage;
}

/** How well the evidence fits the question, as a whole. */
export type Grade = 'HIGH' | 'AMBIGUOUS' | 'LOW';
