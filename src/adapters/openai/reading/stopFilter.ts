/**
 * Ends a text that arrives in pieces before the first of some stop texts, wherever the pieces are split. What may be the
 * beginning of one is held back until it is known.
 */
export class StopFilter {
  readonly #stops: readonly string[];
  #pending = '';
  #isHit = false;

  /** @param stops - empty ones stop nothing. */
  constructor(stops: readonly string[]) {
    this.#stops = stops.filter((stop) => stop !== '');
  }

  /** True as soon as a stop text came: nothing after it counts. */
  get isHit(): boolean {
    return this.#isHit;
  }

  /** What of the text so far may be shown now and was not yet. */
  push(text: string): string {
    if (this.#isHit) {
      return '';
    }
    this.#pending += text;
    const hits = this.#stops.map((stop) => this.#pending.indexOf(stop)).filter((at) => at >= 0);
    this.#isHit = hits.length > 0;
    const end = this.#isHit ? Math.min(...hits) : this.#pending.length - this.#possibleStopLength();
    const shown = this.#pending.slice(0, end);
    this.#pending = this.#isHit ? '' : this.#pending.slice(end);
    return shown;
  }

  /** What is left to show when no more text will come. */
  end(): string {
    const rest = this.#pending;
    this.#pending = '';
    return rest;
  }

  #possibleStopLength(): number {
    return Math.max(0, ...this.#stops.map((stop) => overlap(this.#pending, stop)));
  }
}

/** Length of the longest end of `text` that `stop` begins with, the whole of it excluded. */
export function overlap(text: string, stop: string): number {
  for (let length = Math.min(text.length, stop.length - 1); length > 0; length--) {
    if (text.endsWith(stop.slice(0, length))) {
      return length;
    }
  }
  return 0;
}
