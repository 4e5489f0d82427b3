/** Runs one task after another, in the order in which they come. */
export type Serial = <T>(task: () => Promise<T>) => Promise<T>;

/** A new queue. A task that fails fails for its caller only; the next one runs. */
export function createSerial(): Serial {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}
