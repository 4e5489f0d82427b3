import type { LexicalDocument, LexicalIndex, PostingsStore } from '../../src/model/ports';
import { terms } from '../../src/util/terms';

/** Postings in memory: a document scores one for every term of the query that it has, more for rare ones. */
export function memoryPostings(): PostingsStore {
  let saved: { readonly stamp: string; readonly documents: readonly LexicalDocument[] } | undefined;
  const documentsOf = new WeakMap<LexicalIndex, ReadonlyMap<string, LexicalDocument>>();
  const create = (initial: readonly LexicalDocument[] = []) => {
    const documents = new Map(initial.map((document) => [document.id, document]));
    const index = memoryIndex(documents);
    documentsOf.set(index, documents);
    return index;
  };
  return {
    create: () => create(),
    load: async (stamp) => (saved?.stamp === stamp ? create(saved.documents) : undefined),
    save: async (index, stamp) => {
      saved = { stamp, documents: [...(documentsOf.get(index)?.values() ?? [])] };
    },
  };
}

function memoryIndex(documents: Map<string, LexicalDocument>): LexicalIndex {
  return {
    get size() {
      return documents.size;
    },
    add: (added) => {
      added.forEach((document) => documents.set(document.id, document));
    },
    remove: (ids) => {
      ids.forEach((id) => documents.delete(id));
    },
    search: (query, k, accepts = () => true) => {
      const bags = [...documents.values()].map((document) => ({ id: document.id, words: wordsOf(document) }));
      const weights = [...words(query)].map((word) => {
        const holders = bags.filter((bag) => bag.words.has(word)).length;
        return { word, weight: Math.log(1 + documents.size / Math.max(1, holders)) };
      });
      const hits = bags.map((bag) => ({
        id: bag.id,
        score: weights.reduce((sum, { word, weight }) => sum + (bag.words.has(word) ? weight : 0), 0),
      }));
      return hits
        .filter(({ id, score }) => score > 0 && accepts(id))
        .sort((a, b) => b.score - a.score)
        .slice(0, Math.max(0, k));
    },
  };
}

function wordsOf({ path, headings, body }: LexicalDocument): Set<string> {
  return words(`${path} ${headings} ${body}`);
}

function words(text: string): Set<string> {
  return new Set(terms(text));
}
