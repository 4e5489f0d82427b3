import type { DocumentIndex } from '../../src/app/documentIndex';
import { IndexService } from '../../src/app/indexService';
import type { Reranker } from '../../src/model/ports';
import { terms } from '../../src/util/terms';
import { hashEmbedder } from './hashEmbedder';
import { MemoryFiles } from './memoryFiles';
import { memoryManifestStore } from './memoryManifestStore';
import { memoryPostings } from './memoryPostings';
import { memoryVectorStore } from './memoryVectorStore';

/** A library of documents in memory, indexed. */
export interface MemoryLibrary extends DocumentIndex {
  /** What is indexed; a change is seen by whoever reads at once, by searches after the next `sync`. */
  readonly files: MemoryFiles;
}

/**
 * The real index over documents in memory: real parsing, chunking, ranking and checking, with postings and vectors that
 * count words. Nothing is judged without a reranker; {@link wordReranker} is one.
 *
 * @param contents - text by path.
 */
export async function memoryLibrary(contents: Readonly<Record<string, string>>, reranker?: Reranker): Promise<MemoryLibrary> {
  const files = new MemoryFiles(contents);
  const index = new IndexService({
    dir: '/index',
    files,
    hashText,
    hashBytes: (bytes) => hashText(String.fromCharCode(...bytes)),
    maxFileBytes: 1e6,
    manifests: memoryManifestStore(),
    postings: memoryPostings(),
    vectors: memoryVectorStore(),
    staticEmbedder: hashEmbedder(32),
    loadSemanticModel: async () => ({ embedder: { ...hashEmbedder(48), id: 'semantic' }, reranker }),
    acquireLock: async () => ({ dispose: async () => undefined }),
    deleteAll: async () => undefined,
    connect: async () => undefined,
    now: () => 0,
    schedule: () => () => undefined,
  });
  await index.sync(() => undefined, new AbortController().signal);
  return Object.assign(index, { files });
}

/** A reranker without a model: the more terms of the query a text has, the better it likes it, from 0 for none to 1.4 for all. */
export function wordReranker(): Reranker {
  return {
    id: 'words',
    textsPerSecond: 1_000,
    rerank: async (query, texts) => {
      const wanted = [...new Set(terms(query))];
      return texts.map(({ text }) => {
        const found = new Set(terms(text));
        return (1.4 * wanted.filter((term) => found.has(term)).length) / Math.max(1, wanted.length);
      });
    },
  };
}

function hashText(text: string): string {
  return Array.from(text).reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 2 ** 40, 7).toString(16);
}
