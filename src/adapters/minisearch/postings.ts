import MiniSearch from 'minisearch';
import type { Options } from 'minisearch';
import type { Hit } from '../../model/passage';
import type { LexicalDocument } from '../../model/ports';
import { bestOf } from './bestOf';
import { tokenize } from './tokenize';

/** The fields that are searched, and their weights. Folder names are shared by many files, so a path counts half. */
const WEIGHTS = { headings: 1, path: 0.5, body: 1 };

/** BM25+ parameters, as MiniSearch has them. */
const K = 1.2;
const B = 0.7;
const DELTA = 0.5;

/** The tokenizer does all the work on a term; this also keeps MiniSearch from lower-casing again. */
const OPTIONS: Options<LexicalDocument> = {
  idField: 'id',
  fields: Object.keys(WEIGHTS),
  tokenize,
  processTerm: (term) => term,
  // Vacuuming starts timers; the store does it before saving instead.
  autoVacuum: false,
};

/** One query while it is being scored, by MiniSearch's internal document numbers. */
interface Tally {
  readonly score: Float64Array;
  /** How many of the terms scored so far the document has. */
  readonly matched: Uint8Array;
  /** The last of them, by its place in the query from 1. */
  readonly last: Uint8Array;
}

/**
 * MiniSearch with a search of its own over the same postings. MiniSearch's `search` builds and sorts an object for every
 * document that has any of the words, some ten times slower; it weighs a term by its rarity in each field, which makes
 * any word look rare in headings; and it multiplies scores by the number of words matched, which drowns them.
 *
 * Reads members that MiniSearch declares as protected: its version is pinned, and a test compares the postings.
 */
export class Postings extends MiniSearch<LexicalDocument> {
  constructor() {
    super(OPTIONS);
  }

  /** @throws if the text was not made by `JSON.stringify` of postings. */
  static parse(json: string): Postings {
    // `loadJSON` makes plain MiniSearches, whoever inherits it; what it loads are ordinary properties.
    return Object.assign(new Postings(), MiniSearch.loadJSON(json, OPTIONS));
  }

  /** In how many documents a term stands: the most of any one field, which is close and needs no union. */
  frequency(term: string): number {
    const fields = [...(this._index.get(term)?.values() ?? [])];
    return Math.max(0, ...fields.map((documents) => documents.size));
  }

  /**
   * The `k` best documents that are accepted and have any of the terms, best first:
   * `√(number of terms matched) · Σ idf(term) · Σ weight(field) · BM25+(term, field)`.
   *
   * @param terms - at most 255, as {@link tokenize} gives them, without repeats.
   */
  best(terms: readonly string[], k: number, accepts: (id: string) => boolean = () => true): Hit[] {
    const room = this._nextId;
    const tally = { score: new Float64Array(room), matched: new Uint8Array(room), last: new Uint8Array(room) };
    terms.forEach((term, i) => {
      this.#count(term, i + 1, tally);
    });
    tally.matched.forEach((matched, document) => {
      tally.score[document] = (tally.score[document] ?? 0) * Math.sqrt(matched);
    });
    const idAt = (document: number) => String(this._documentIds.get(document));
    return bestOf(tally.score, k, (document) => accepts(idAt(document))).map(({ index, score }) => ({ id: idAt(index), score }));
  }

  #count(term: string, place: number, { score, matched, last }: Tally): void {
    const frequency = this.frequency(term);
    const idf = Math.log(1 + (this.documentCount - frequency + 0.5) / (frequency + 0.5));
    for (const [name, weight] of Object.entries(WEIGHTS)) {
      const field = this._fieldIds[name] ?? 0;
      const averageLength = this._avgFieldLength[field] ?? 1;
      for (const [document, count] of this._index.get(term)?.get(field) ?? []) {
        const length = this._fieldLength.get(document)?.[field];
        if (length === undefined) {
          continue; // removed; its postings go with the next vacuum
        }
        const saturated = (count * (K + 1)) / (count + K * (1 - B + (B * length) / averageLength));
        score[document] = (score[document] ?? 0) + idf * weight * (DELTA + saturated);
        if (last[document] !== place) {
          last[document] = place;
          matched[document] = (matched[document] ?? 0) + 1;
        }
      }
    }
  }
}
