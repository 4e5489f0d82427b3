import type { Schedule } from '../../src/model/ports';

/** Time that passes only when a test says so. */
export interface ManualSchedule {
  readonly schedule: Schedule;
  /** The waits that run, in milliseconds. */
  readonly pending: readonly number[];
  /** Lets the waits that run come to their end; only those of at most so many milliseconds, if it is said. */
  elapse(upToMs?: number): void;
}

/** Makes such a time. */
export function createManualSchedule(): ManualSchedule {
  let waits: readonly { readonly ms: number; readonly callback: () => void }[] = [];
  return {
    schedule: (ms, callback) => {
      const wait = { ms, callback };
      waits = [...waits, wait];
      return () => { waits = waits.filter((other) => other !== wait); };
    },
    get pending() {
      return waits.map(({ ms }) => ms);
    },
    elapse: (upToMs = Infinity) => {
      const due = waits.filter(({ ms }) => ms <= upToMs);
      waits = waits.filter(({ ms }) => ms > upToMs);
      due.forEach(({ callback }) => { callback(); });
    },
  };
}
