import { AssistantError } from '../../model/errors';
import type { Schedule } from '../../model/ports';

/**
 * Waits.
 * @throws AssistantError cancelled, as soon as the signal fires.
 */
export function pause(ms: number, schedule: Schedule, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      cancelTimer();
      reject(new AssistantError('cancelled', 'Stopped.'));
    };
    const cancelTimer = schedule(ms, () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
    if (signal.aborted) {
      stop();
      return;
    }
    signal.addEventListener('abort', stop, { once: true });
  });
}
