import type { Evidence } from '../model/evidence';
import type { Passage } from '../model/passage';

/**
 * Numbers the evidence of one turn. Append-only: a number, once given, means the same passage to the end of the turn,
 * so a `[3]` that the model wrote before a later search stays true.
 */
export class EvidenceLedger {
  readonly #entries: Evidence[] = [];
  readonly #numbers = new Map<string, number>();

  /**
   * Gives each passage its number: the one it has, else the next.
   * @returns evidence for each passage, in the order given; a passage met again comes as first admitted.
   */
  admit(passages: readonly Passage[]): Evidence[] {
    return passages.map((passage) => {
      const identity = JSON.stringify([passage.path, passage.span.start, passage.span.end, passage.key]);
      const n = this.#numbers.get(identity);
      const known = n === undefined ? undefined : this.get(n);
      if (known !== undefined) {
        return known;
      }
      const evidence: Evidence = { n: this.#entries.length + 1, passage };
      this.#entries.push(evidence);
      this.#numbers.set(identity, evidence.n);
      return evidence;
    });
  }

  /** The evidence under a number, if it was given. */
  get(n: number): Evidence | undefined {
    return this.#entries[n - 1];
  }

  /** Everything admitted so far, by number. */
  get all(): readonly Evidence[] {
    return this.#entries;
  }
}
