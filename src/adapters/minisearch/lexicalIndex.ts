import type { Hit } from '../../model/passage';
import type { LexicalDocument, LexicalIndex } from '../../model/ports';
import { Postings } from './postings';
import { queryTerms } from './queryTerms';

/** Share of removed documents at which their postings are worth a pass over all terms. */
const DIRT_WORTH_VACUUMING = 0.1;

/** Keyword search over MiniSearch postings. */
export class MiniSearchIndex implements LexicalIndex {
  readonly #postings: Postings;

  constructor(postings = new Postings()) {
    this.#postings = postings;
  }

  get size(): number {
    return this.#postings.documentCount;
  }

  /** A document whose id is known takes the place of the one before. */
  add(documents: readonly LexicalDocument[]): void {
    this.remove(documents.map((document) => document.id));
    this.#postings.addAll(documents);
  }

  /** Ids that are not known are passed over. */
  remove(ids: readonly string[]): void {
    this.#postings.discardAll([...new Set(ids)].filter((id) => this.#postings.has(id)));
  }

  search(query: string, k: number): Hit[] {
    const postings = this.#postings;
    return postings.best(
      queryTerms(query, (term) => postings.frequency(term)),
      k,
    );
  }

  /** The index as {@link Postings.parse} reads it. */
  async serialize(): Promise<string> {
    if (this.#postings.dirtFactor > DIRT_WORTH_VACUUMING) {
      await this.#postings.vacuum({ batchSize: 10_000, batchWait: 1 });
    }
    return JSON.stringify(this.#postings);
  }
}
