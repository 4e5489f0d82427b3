import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { loadMiniLmEmbedder } from '../adapters/embeddings/miniLmEmbedder';
import { loadStaticEmbedder } from '../adapters/embeddings/staticEmbedder';
import { createPostingsStore } from '../adapters/minisearch/postingsStore';
import { removeLeftovers, writeFileAtomically } from '../adapters/node/atomicFile';
import { hashBytes, hashText } from '../adapters/node/hash';
import { clearPlaces, refuseForeignFolder } from '../adapters/node/indexFolder';
import { acquireLock, LOCK_FILE } from '../adapters/node/lock';
import { createManifestStore } from '../adapters/node/manifestStore';
import { createWorkspaceFiles } from '../adapters/node/workspaceFiles';
import { createVectraStore } from '../adapters/vectra/vectraStore';
import type { DocumentIndex } from '../app/documentIndex';
import { IndexService } from '../app/indexService';
import type { WorkspaceFiles } from '../model/ports';
import type { EngineOptions } from './wire';

/**
 * Builds the index of one folder out of its adapters: the composition root of the engine.
 *
 * @param files - what is indexed, if not the files of the folder.
 */
export async function composeIndex(options: EngineOptions, files = filesOf(options)): Promise<DocumentIndex> {
  const { dir, assets } = options;
  const modelDir = join(assets, 'models');
  return new IndexService({
    dir,
    files,
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
  });
}

function filesOf({ root, dir, include, exclude, maxFileBytes }: EngineOptions): WorkspaceFiles {
  return createWorkspaceFiles({ root, include, exclude, without: dir, maxBytes: maxFileBytes });
}

/** Deletes what is in the index folder but the lock: we are still the writer. */
async function deleteContent(dir: string): Promise<void> {
  const names = await readdir(dir).catch(() => []); // a folder that is gone is as empty as one can be
  await Promise.all(names.filter((name) => name !== LOCK_FILE).map((name) => rm(join(dir, name), { recursive: true, force: true })));
}
