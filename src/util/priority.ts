/** Lets background work wait while somebody waits for an answer: one thread does both. */
export class Priority {
  #urgent = 0;
  #waiting: (() => void)[] = [];

  /** Runs work that goes before the background; as many at a time as there are. */
  async first<T>(work: () => Promise<T>): Promise<T> {
    this.#urgent += 1;
    try {
      return await work();
    } finally {
      this.#urgent -= 1;
      if (this.#urgent === 0) {
        const waiting = this.#waiting;
        this.#waiting = [];
        waiting.forEach((go) => { go(); });
      }
    }
  }

  /** Settles when nothing urgent is under way. */
  async whenIdle(): Promise<void> {
    while (this.#urgent > 0) {
      await new Promise<void>((resolve) => { this.#waiting.push(resolve); });
    }
  }
}
