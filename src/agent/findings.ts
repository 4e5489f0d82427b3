import type { EvidenceLedger } from '../evidence/ledger';
import type { Evidence } from '../model/evidence';
import type { Passage } from '../model/passage';
import type { ToolOutput } from './tool';

/** What one query found, in the order of the tool; no passage, where it found none. */
export interface QueryGroup {
  readonly query: string;
  readonly passages: readonly Passage[];
}

/** What a call added. */
export interface Admitted {
  /** Every passage of the call under its number, each once. */
  readonly evidence: readonly Evidence[];
  /** Those of them that were not held before. */
  readonly fresh: readonly Evidence[];
  /** Numbers of an earlier query that found the same, so that this one tells nothing. */
  readonly sameAs?: readonly number[];
  /** True if it brought anything that counts. */
  readonly isGain: boolean;
}

/** Passages by which two queries are compared. */
const TOP = 5;

/** Share of the first passages that must have come from one earlier query. */
const SAME = 0.8;

/** Everything that a turn has gathered. Passages keep the numbers of the ledger. */
export class Findings {
  readonly #ledger: EvidenceLedger;
  readonly #groups: QueryGroup[] = [];
  readonly #computed: string[] = [];
  readonly #held = new Map<number, Passage>();
  /** The passages of each query, by number. */
  readonly #found: ReadonlySet<number>[] = [];

  constructor(ledger: EvidenceLedger) {
    this.#ledger = ledger;
  }

  get groups(): readonly QueryGroup[] {
    return this.#groups;
  }

  get computed(): readonly string[] {
    return this.#computed;
  }

  /** Each once, in the order in which they came. */
  get passages(): readonly Passage[] {
    return [...this.#held.values()];
  }

  get count(): number {
    return this.#held.size;
  }

  /** True if nothing at all was found. */
  get isEmpty(): boolean {
    return this.#held.size === 0 && this.#computed.length === 0;
  }

  /**
   * Takes in what a call gave.
   *
   * @param query - what passages were searched by; absent for a call that searched nothing, such as reading a document.
   * @param about - what they are to be ranked by later, if the call had no query.
   */
  admit({ passages, computed }: ToolOutput, query: string | undefined, about: string): Admitted {
    const evidence = [...new Map(this.#ledger.admit(passages).map((one) => [one.n, one])).values()];
    const fresh = evidence.filter(({ n }) => !this.#held.has(n));
    const sameAs = query === undefined ? undefined : this.#sameQuery(evidence.map(({ n }) => n));
    this.#keep(evidence, query, about);
    const isNewResult = computed !== undefined && !this.#computed.includes(computed);
    if (isNewResult) {
      this.#computed.push(computed);
    }
    return { evidence, fresh, isGain: isNewResult || (fresh.length > 0 && sameAs === undefined), ...(sameAs === undefined ? {} : { sameAs }) };
  }

  #keep(evidence: readonly Evidence[], query: string | undefined, about: string): void {
    if (evidence.length === 0 && query === undefined) {
      return;
    }
    this.#groups.push({ query: query ?? about, passages: evidence.map(({ passage }) => passage) });
    evidence.forEach(({ n, passage }) => this.#held.set(n, passage));
    if (query !== undefined) {
      this.#found.push(new Set(evidence.map(({ n }) => n)));
    }
  }

  /**
   * Tells a query that only puts another one in other words: its best passage and at least {@link SAME} of its first
   * {@link TOP} came from one and the same query before. An odd new passage among them, further down, is what such a query
   * brings by chance. One whose *best* passage is new has found something else, as the second step of a question does.
   */
  #sameQuery(numbers: readonly number[]): readonly number[] | undefined {
    const top = numbers.slice(0, TOP);
    const [best] = top;
    const earlier = this.#found.find(
      (found) => best !== undefined && found.has(best) && top.filter((n) => found.has(n)).length >= SAME * top.length,
    );
    return earlier === undefined ? undefined : top.filter((n) => earlier.has(n));
  }
}
