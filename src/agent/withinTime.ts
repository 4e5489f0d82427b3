import { AssistantError } from '../model/errors';
import type { Schedule } from '../model/ports';
import { startTimeLimit } from './timeLimit';

/** What bounds a piece of work. */
export interface WorkLimit {
  readonly ms: number;
  readonly schedule: Schedule;
  /** The person's. */
  readonly signal: AbortSignal;
}

/**
 * Does a piece of work, but waits no longer than its time and the person want, whether the work heeds its signal or not.
 * @throws what the work throws; AssistantError tool.timeout, cancelled.
 */
export async function withinTime<T>(work: (signal: AbortSignal) => Promise<T>, { ms, schedule, signal }: WorkLimit): Promise<T> {
  const limit = startTimeLimit(ms, schedule, signal);
  try {
    return await unlessAborted(work, limit.signal);
  } catch (error) {
    throw limit.isUp && !signal.aborted ? new AssistantError('tool.timeout', `It took longer than ${ms / 1000} s and was stopped.`) : error;
  } finally {
    limit.end();
  }
}

/** Waits for a piece of work, but not after its signal. @throws AssistantError cancelled; what the work throws. */
export function unlessAborted<T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    // Its own: many listeners on one signal look like a leak to Node, which then says so on the terminal.
    const own = AbortSignal.any([signal]);
    const onAbort = () => { reject(new AssistantError('cancelled', 'Cancelled.')); };
    if (own.aborted) {
      onAbort();
      return;
    }
    own.addEventListener('abort', onAbort, { once: true });
    const end = () => { own.removeEventListener('abort', onAbort); };
    // What fails before its first wait fails like the rest. Whoever waits may fire the signal as soon as it is over.
    void (async () => work(own))().finally(end).then(resolve, reject);
  });
}
