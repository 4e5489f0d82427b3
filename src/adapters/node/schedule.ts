import type { Schedule } from '../../model/ports';

/** The timer of the runtime. A process lives until it rang or was called off: whoever waits for nothing else still waits. */
export const schedule: Schedule = (ms, callback) => {
  const timer = setTimeout(callback, ms);
  return () => { clearTimeout(timer); };
};
