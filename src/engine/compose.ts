import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { loadMiniLmEmbedder } from '../adapters/embeddings/miniLmEmbedder';
import { loadStaticEmbedder } from '../adapters/embeddings/staticEmbedder';
import { createPostingsStore } from '../adapters/minisearch/postingsStore';
import { removeLeftovers, writeFileAtomically } from '../adapters/node/atomicFile';
import { hashBytes, hashText } from '../adapters/node/hash';
import { clearPlaces, refuseForeignFolder } from '../adapters/node/indexFolder';
import { acquireLock, LOCK_FILE } from '../adapters/node/lock';
import { createManifestStore } from '../adapters/node/manifestStore';
import { schedule } from '../adapters/node/schedule';
import { createWorkspaceFiles } from '../adapters/node/workspaceFiles';
import { createVectraStore } from '../adapters/vectra/vectraStore';
import type { DocumentIndex, EmbeddingEndpoint } from '../app/documentIndex';
import type { IndexServiceDeps } from '../app/indexService';
import { IndexService } from '../app/indexService';
import type { PairedEmbedder, WorkspaceFiles } from '../model/ports';
import type { EngineOptions } from './wire';

/** What is not as it would be of itself. */
export interface IndexSources {
  /** What is indexed, if not the files of the folder. */
  readonly files?: WorkspaceFiles | undefined;
  /** Where passages are embedded, if not on this machine; asked at each run. */
  readonly readEndpoint?: () => EmbeddingEndpoint | undefined;
}

/** Builds the index of one folder out of its adapters: the composition root of the engine. */
export async function composeIndex(options: EngineOptions, sources: IndexSources = {}): Promise<DocumentIndex> {
  const { dir, assets } = options;
  const modelDir = join(assets, 'models');
  return new IndexService({
    dir,
    files: sources.files ?? filesOf(options),
    hashText,
    hashBytes,
    maxFileBytes: options.maxFileBytes,
    manifests: createManifestStore(dir),
    postings: createPostingsStore({ dir, writeFile: writeFileAtomically }),
    vectors: createVectraStore({ dir: join(dir, 'vectors'), writeFile: writeFileAtomically }),
    staticEmbedder: await loadStaticEmbedder(modelDir),
    loadSemanticModel: async () => {
      const model = await loadMiniLmEmbedder({ modelDir, runtimeDir: assets });
      return { embedder: model, reranker: model };
    },
    connect: createConnector(sources.readEndpoint ?? (() => undefined)),
    acquireLock: async () => {
      await refuseForeignFolder(dir, options.root);
      const lock = await acquireLock(dir);
      if (lock !== undefined) {
        await removeLeftovers(dir);
        await clearPlaces(dir);
      }
      return lock;
    },
    deleteAll: () => deleteContent(dir),
    now: () => performance.now(),
    schedule,
  });
}

/** An endpoint is connected to once; again when another is chosen, or when the connection was given up. */
function createConnector(readEndpoint: () => EmbeddingEndpoint | undefined): IndexServiceDeps['connect'] {
  let last: { readonly endpoint: EmbeddingEndpoint; readonly embedder: PairedEmbedder } | undefined;
  return async (current, signal) => {
    const endpoint = readEndpoint();
    if (endpoint === undefined) {
      return undefined;
    }
    if (last === undefined || last.embedder !== current || !isDeepStrictEqual(last.endpoint, endpoint)) {
      // The client is large, and most do without.
      const { createHttpEmbedder } = await import('../adapters/openai/httpEmbedder');
      last = { endpoint, embedder: await createHttpEmbedder(endpoint, signal) };
    }
    return last.embedder;
  };
}

function filesOf({ root, dir, include, exclude, maxFileBytes }: EngineOptions): WorkspaceFiles {
  return createWorkspaceFiles({ root, include, exclude, without: dir, maxBytes: maxFileBytes });
}

/** Deletes what is in the index folder but the lock: we are still the writer. */
async function deleteContent(dir: string): Promise<void> {
  const names = await readdir(dir).catch(() => []); // a folder that is gone is as empty as one can be
  await Promise.all(names.filter((name) => name !== LOCK_FILE).map((name) => rm(join(dir, name), { recursive: true, force: true })));
}
