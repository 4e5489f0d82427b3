import type { Evidence } from '../model/evidence';
import type { Passage } from '../model/passage';
import { placeOf, sourceOf } from './sources';

/**
 * Numbers the evidence of one turn. Append-only: a number, once given, means the same passage to the end of the turn,
 * so a `[3]` that the model wrote before a later search stays true. Evidence of earlier turns keeps its numbers, so that
 * "the source you just cited" is still `[3]`; a text that has changed since is another passage.
 */
export class EvidenceLedger {
  readonly #byNumber = new Map<number, Evidence>();
  readonly #byIdentity = new Map<string, Evidence>();
  readonly #earlier = new Map<string, number>();
  #next: number;

  /** @param previous - what earlier turns were given, oldest first; its numbers are given to nothing else. */
  constructor(previous: readonly Evidence[] = []) {
    for (const { n, passage } of previous) {
      this.#earlier.set(identityOf(passage), n);
      this.#earlier.set(wordingOf(passage), n);
    }
    this.#next = 1 + Math.max(0, ...previous.map(({ n }) => n));
  }

  /**
   * Gives each passage its number: the one it has, else the next.
   * @returns evidence for each passage, in the order given; a passage met again in this turn comes as first admitted.
   */
  admit(passages: readonly Passage[]): Evidence[] {
    return passages.map((passage) => {
      const identity = identityOf(passage);
      const known = this.#byIdentity.get(identity);
      if (known !== undefined) {
        return known;
      }
      const evidence: Evidence = { n: this.#earlierNumber(passage) ?? this.#next++, passage };
      this.#byIdentity.set(identity, evidence);
      this.#byNumber.set(evidence.n, evidence);
      return evidence;
    });
  }

  /** The evidence under a number, if it was given in this turn. */
  get(n: number): Evidence | undefined {
    return this.#byNumber.get(n);
  }

  /** Everything admitted in this turn, by number. */
  get all(): readonly Evidence[] {
    return [...this.#byNumber.values()].sort((a, b) => a.n - b.n);
  }

  /** The number of an earlier turn: of the same lines, else of the same text that stood elsewhere in its file before. */
  #earlierNumber(passage: Passage): number | undefined {
    return [identityOf(passage), wordingOf(passage)]
      .map((name) => this.#earlier.get(name))
      .find((n) => n !== undefined && !this.#byNumber.has(n));
  }
}

function identityOf(passage: Passage): string {
  return JSON.stringify([placeOf(passage), passage.text]);
}

function wordingOf(passage: Passage): string {
  return JSON.stringify([sourceOf(passage), passage.text]);
}

/** Numbers as they stand in an answer: `[3][5]`. */
export function writeNumbers(numbers: readonly number[]): string {
  return numbers.map((n) => `[${n}]`).join('');
}
