import type { Schedule } from '../model/ports';

/** A time within which something must be done. */
export interface TimeLimit {
  /** Fires when the time is up, or when the signal around it fires. */
  readonly signal: AbortSignal;
  /** True once the time is up. */
  readonly isUp: boolean;
  /** Ends the limit, and whatever still runs under its signal. */
  end(): void;
}

/** What a signal fires with: one for all, since an error made anew for each takes as long as the rest of a call. */
const OVER = new DOMException('The time is over.', 'AbortError');

/** Starts such a time; whoever starts it must end it. */
export function startTimeLimit(ms: number, schedule: Schedule, around: AbortSignal): TimeLimit {
  const over = new AbortController();
  let isUp = false;
  const cancel = schedule(ms, () => {
    isUp = true;
    over.abort(OVER);
  });
  return {
    signal: AbortSignal.any([around, over.signal]),
    get isUp() {
      return isUp;
    },
    end: () => {
      cancel();
      over.abort(OVER);
    },
  };
}
