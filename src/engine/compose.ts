import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { loadMiniLmEmbedder } from '../adapters/embeddings/miniLmEmbedder';
import { loadStaticEmbedder } from '../adapters/embeddings/staticEmbedder';
import { createPostingsStore } from '../adapters/minisearch/postingsStore';
import { removeLeftovers, writeFileAtomically } from '../adapters/node/atomicFile';
import { hashBytes, hashText } from '../adapters/node/hash';
import { acquireLock } from '../adapters/node/lock';
import { createManifestStore } from '../adapters/node/manifestStore';
import { createWorkspaceFiles } from '../adapters/node/workspaceFiles';
import { createVectraStore } from '../adapters/vectra/vectraStore';
import type { DocumentIndex } from '../app/documentIndex';
import { IndexService } from '../app/indexService';
import type { EngineOptions } from './wire';

/** Builds the index of one folder out of its adapters: the composition root of the engine. */
export async function composeIndex(options: EngineOptions): Promise<DocumentIndex> {
  const { root, dir, assets } = options;
  const modelDir = join(assets, 'models');
  await mkdir(dir, { recursive: true });
  return new IndexService({
    dir,
    files: createWorkspaceFiles({ root, include: options.include, exclude: options.exclude }),
    hashText,
    hashBytes,
    maxFileBytes: options.maxFileBytes,
    manifests: createManifestStore(dir),
    postings: createPostingsStore({ dir, writeFile: writeFileAtomically }),
    vectors: createVectraStore({ dir: join(dir, 'vectors'), writeFile: writeFileAtomically }),
    staticEmbedder: await loadStaticEmbedder(modelDir),
    loadSemanticEmbedder: () => loadMiniLmEmbedder({ modelDir, runtimeDir: assets }),
    acquireLock: () => acquireLock(dir),
    deleteAll: () => rm(dir, { recursive: true, force: true }),
    now: () => performance.now(),
  });
}
