import type { GatherEvent } from '../../../model/turn';
import type { TextEvent } from './drafting/writeRound';

/** What interleaved writing tells while it runs: what it looks up, and the text of the answer, which is never taken back. */
export type InterleaveEvent = GatherEvent | TextEvent;
