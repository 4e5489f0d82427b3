import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { AssistantError } from '../../model/errors';

/** What ends a wait before its time. `timeoutMs` is at most 2^31 - 1. */
export interface WaitLimits {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly timeoutError: () => AssistantError;
}

/** The error of a call that was stopped by its signal. */
export function cancelled(): AssistantError {
  return new AssistantError('cancelled', 'Cancelled.');
}

/**
 * Settles as `work` does, or rejects as soon as the signal fires or the time is up. The work itself is not stopped.
 * @throws AssistantError cancelled, or that of `timeoutError`.
 */
export async function settleWithin<T>(work: Promise<T>, { signal, timeoutMs, timeoutError }: WaitLimits): Promise<T> {
  // The loser of the race may still reject, with nobody listening.
  work.catch(() => undefined);
  let stopWaiting = (): void => undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    const onAbort = (): void => {
      reject(cancelled());
    };
    const timer = setTimeout(() => {
      reject(timeoutError());
    }, timeoutMs);
    signal.addEventListener('abort', onAbort, { once: true });
    stopWaiting = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    if (signal.aborted) {
      onAbort();
    }
  });
  try {
    return await Promise.race([limit, work]);
  } finally {
    stopWaiting();
  }
}

/**
 * Waits.
 * @throws AssistantError cancelled
 */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await setTimeoutPromise(ms, undefined, { signal });
  } catch {
    // Only the signal can end this timer early.
    throw cancelled();
  }
}
