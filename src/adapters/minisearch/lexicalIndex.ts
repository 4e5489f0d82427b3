import type { Hit } from '../../model/passage';
import type { LexicalDocument, LexicalIndex } from '../../model/ports';
import { Postings } from './postings';
import { queryTerms } from './queryTerms';

/** Share of removed documents at which their postings are worth a pass over all terms. */
const DIRT_WORTH_VACUUMING = 0.1;

/** Share of changed documents up to which their changes are kept apart: replaying them must stay quicker than loading. */
const MAX_CHANGED = 0.05;

/** What became of an index since a snapshot of it: first the removals, then the additions. */
export interface Changes {
  readonly removed: readonly string[];
  readonly added: readonly LexicalDocument[];
}

/** Keyword search over MiniSearch postings, which remembers how it differs from the last snapshot that was kept of it. */
export class MiniSearchIndex implements LexicalIndex {
  readonly #postings: Postings;
  /** Names the snapshot that {@link MiniSearchIndex.#changed} counts from; nothing if none is kept. */
  #base: string | undefined;
  /** By id, what was added since the base, or nothing for what was removed. */
  #changed = new Map<string, LexicalDocument | undefined>();

  constructor(postings = new Postings(), base?: string) {
    this.#postings = postings;
    this.#base = base;
  }

  get size(): number {
    return this.#postings.documentCount;
  }

  /** A document whose id is known takes the place of the one before. */
  add(documents: readonly LexicalDocument[]): void {
    this.remove(documents.map((document) => document.id));
    this.#postings.addAll(documents);
    for (const document of documents) {
      this.#changed.set(document.id, document);
    }
  }

  /** Ids that are not known are passed over. */
  remove(ids: readonly string[]): void {
    const known = [...new Set(ids)].filter((id) => this.#postings.has(id));
    this.#postings.discardAll(known);
    for (const id of known) {
      this.#changed.set(id, undefined);
    }
  }

  search(query: string, k: number, accepts?: (id: string) => boolean): Hit[] {
    const postings = this.#postings;
    return postings.best(
      queryTerms(query, (term) => postings.frequency(term)),
      k,
      accepts,
    );
  }

  /** The changes since a snapshot; nothing if they are too many, or counted from another one. */
  changesSince(base: string): Changes | undefined {
    if (base !== this.#base || this.#changed.size > this.size * MAX_CHANGED) {
      return undefined;
    }
    return {
      removed: [...this.#changed.keys()],
      added: [...this.#changed.values()].filter((document) => document !== undefined),
    };
  }

  /**
   * The whole index as {@link Postings.parse} reads it. From here on changes are counted from this snapshot,
   * for use once {@link MiniSearchIndex.keepAs} has told that it was kept.
   */
  async snapshot(): Promise<string> {
    if (this.#postings.dirtFactor > DIRT_WORTH_VACUUMING) {
      await this.#postings.vacuum({ batchSize: 10_000, batchWait: 1 });
    }
    this.#base = undefined;
    this.#changed = new Map();
    return JSON.stringify(this.#postings);
  }

  /** Tells that the last snapshot was kept, and under what name. */
  keepAs(base: string): void {
    this.#base = base;
  }
}
