import type { Schedule } from '../../model/ports';

/** The timer of the runtime. It keeps no process alive. */
export const schedule: Schedule = (ms, callback) => {
  const timer = setTimeout(callback, ms).unref();
  return () => { clearTimeout(timer); };
};
