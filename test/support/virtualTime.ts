import type { Clock, Schedule } from '../../src/model/ports';

/** Time that passes as fast as the work that waits for it can go on. */
export interface VirtualTime {
  readonly now: Clock;
  readonly schedule: Schedule;
  /** Timers that run. */
  readonly pending: number;
  /** Lets time pass until the work has come to its end. The work may wait for nothing but this time. */
  run<T>(work: Promise<T>): Promise<T>;
}

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** Makes such a time. */
export function createVirtualTime(): VirtualTime {
  let now = 0;
  let timers: readonly Timer[] = [];
  const elapse = () => {
    const next = timers.reduce<Timer | undefined>((first, timer) => (first === undefined || timer.at < first.at ? timer : first), undefined);
    if (next === undefined) {
      throw new Error('The work waits for something that is no timer.');
    }
    timers = timers.filter((timer) => timer !== next);
    now = Math.max(now, next.at);
    next.callback();
  };
  return {
    now: () => now,
    schedule: (ms, callback) => {
      const timer = { at: now + ms, callback };
      timers = [...timers, timer];
      return () => { timers = timers.filter((other) => other !== timer); };
    },
    get pending() {
      return timers.length;
    },
    run: async (work) => {
      const progress = { isOver: false };
      const over = () => { progress.isOver = true; };
      work.then(over, over);
      for (await nextTurn(); !progress.isOver; await nextTurn()) {
        elapse();
      }
      return work;
    },
  };
}

/** Whatever can go on without time has gone on by then. */
function nextTurn(): Promise<unknown> {
  return new Promise(setImmediate);
}
