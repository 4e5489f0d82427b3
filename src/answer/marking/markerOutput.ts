import { writeNumbers } from '../../evidence/ledger';
import type { MarkerSink } from './markerQueue';
import type { MarkerCandidate } from './markerTokens';

/** Writes canonical Markdown: each valid reference as `[n]`, no others. */
export class MarkerOutput implements MarkerSink {
  readonly #known: (n: number) => boolean;
  readonly #cited = new Set<number>();
  #text = '';
  /** Spaces at the end of the text: they go with a marker that is removed. */
  #spaces = '';
  #invalidRefs = 0;

  constructor(known: (n: number) => boolean) {
    this.#known = known;
  }

  get cited(): ReadonlySet<number> {
    return this.#cited;
  }

  get invalidRefs(): number {
    return this.#invalidRefs;
  }

  text(raw: string): void {
    let end = raw.length;
    while (end > 0 && raw[end - 1] === ' ') {
      end--;
    }
    if (end > 0) {
      this.#text += this.#spaces + raw.slice(0, end);
      this.#spaces = '';
    }
    this.#spaces += raw.slice(end);
  }

  marker({ refs: { numbers, badRanges }, next, needsGap }: MarkerCandidate): void {
    const valid = numbers.filter((n) => this.#known(n));
    this.#invalidRefs += badRanges + numbers.length - valid.length;
    if (valid.length > 0) {
      this.text(writeNumbers(valid) + (needsGap ? ' ' : ''));
    } else if (!/[\p{L}\p{N}]/u.test(next)) {
      this.#spaces = '';
    }
    for (const n of valid) {
      this.#cited.add(n);
    }
  }

  /** What was written since the last call, without the spaces that a removed marker may still take along. */
  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }

  /** The rest: no marker follows. */
  takeAll(): string {
    const text = this.take() + this.#spaces;
    this.#spaces = '';
    return text;
  }
}
