import type { IndexServiceDeps } from '../../../src/app/indexService';
import { IndexService } from '../../../src/app/indexService';
import type { Embedder, ManifestStore, PostingsStore, Reranker, VectorStore } from '../../../src/model/ports';
import type { SearchResult } from '../../../src/retrieval/retrieve';
import { hashEmbedder } from '../../support/hashEmbedder';
import { createManualSchedule } from '../../support/manualSchedule';
import { MemoryFiles } from '../../support/memoryFiles';
import { memoryManifestStore } from '../../support/memoryManifestStore';
import { memoryPostings } from '../../support/memoryPostings';
import { memoryVectorStore } from '../../support/memoryVectorStore';

export const QUIET = new AbortController().signal;

/** What stays when a process ends: the files and the folder of the index. */
export interface Disk {
  readonly files: MemoryFiles;
  manifests: ManifestStore;
  postings: PostingsStore;
  vectors: VectorStore;
  isLocked: boolean;
}

export function disk(content: Record<string, string | Uint8Array>): Disk {
  return {
    files: new MemoryFiles(content),
    manifests: memoryManifestStore(),
    postings: memoryPostings(),
    vectors: memoryVectorStore(),
    isLocked: false,
  };
}

/** What differs from an ordinary process. */
interface Change {
  readonly loadSemantic?: () => Promise<Embedder>;
  readonly reranker?: Reranker;
  readonly connect?: IndexServiceDeps['connect'];
  readonly maxFileBytes?: number;
  /** Every look at the clock finds it a millisecond later. */
  readonly ticking?: boolean;
}

/** A process that opens the index of a disk. `embedded` counts the texts that went through the semantic model. */
export function open(from: Disk, change: Change = {}) {
  const time = createManualSchedule();
  const embedded: string[] = [];
  let ticks = 0;
  const model = hashEmbedder(48);
  const semantic: Embedder = {
    ...model,
    id: 'semantic',
    embed: async (texts, signal) => {
      embedded.push(...texts);
      return model.embed(texts, signal);
    },
  };
  const hash = (text: string) => Array.from(text).reduce((sum, char) => (sum * 31 + char.codePointAt(0)!) % 2 ** 40, 7).toString(16);
  const index = new IndexService({
    dir: '/index',
    files: from.files,
    hashText: hash,
    hashBytes: (bytes) => hash(String.fromCharCode(...bytes)),
    maxFileBytes: change.maxFileBytes ?? 10_000,
    manifests: { load: () => from.manifests.load(), save: (manifest) => from.manifests.save(manifest) },
    postings: from.postings,
    vectors: from.vectors,
    staticEmbedder: hashEmbedder(32),
    loadSemanticModel: async () => ({ embedder: await (change.loadSemantic?.() ?? semantic), reranker: change.reranker }),
    connect: change.connect ?? (async () => undefined),
    acquireLock: async () => {
      if (from.isLocked) {
        return undefined;
      }
      from.isLocked = true;
      return { dispose: async () => { from.isLocked = false; } };
    },
    deleteAll: async () => {
      from.manifests = memoryManifestStore();
    },
    now: () => (change.ticking === true ? (ticks += 1) : 0),
    schedule: time.schedule,
  });
  const sync = () => index.sync(() => undefined, QUIET);
  const search = (query: string) => index.search({ query, k: 5, mode: 'hybrid' }, QUIET);
  return { index, sync, search, embedded, time };
}

/** Where the passages of a search stand. */
export const found = ({ passages }: SearchResult): string[] => passages.map(({ path, span }) => `${path}:${span.startLine}-${span.endLine}`);
