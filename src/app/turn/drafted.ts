import type { Collected } from './collecting';
import type { Ground, Written } from './writing';

/** What a route came to. */
export interface Drafted {
  readonly collected: Collected;
  /** Absent where there is no evidence to answer from, or the answer is still to be written. */
  readonly made?: {
    readonly ground: Ground;
    readonly written: Written;
    /** What the model doubted while it wrote. */
    readonly notes?: readonly string[];
  };
}
