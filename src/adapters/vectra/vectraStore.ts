import { createHash } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { VectorStore } from '../../model/ports';
import { createSegmentCodec } from './segmentCodec';
import { Segment } from './segment';
import type { SegmentFormat } from './segment';
import { SEGMENT_FOLDER, SegmentedIndex } from './segmentedIndex';
import { StagedStorage } from './stagedStorage';

/** Where vectors are kept. */
export interface VectraStoreOptions {
  readonly dir: string;
  /**
   * Replaces one file atomically and makes its folder.
   * Rejects with AssistantError index.unwritable.
   */
  readonly writeFile: (path: string, bytes: Uint8Array) => Promise<void>;
}

/**
 * Keeps vectors in Vectra indexes below a folder, the vectors of each model apart:
 * `<model>/seg-0001/index.vec`, … A damaged segment becomes `bad-0001`, replacing an older one of that name.
 */
export function createVectraStore({ dir, writeFile }: VectraStoreOptions): VectorStore {
  return {
    async open(embedder) {
      const folder = join(dir, folderName(embedder));
      const { dimensions } = embedder;
      const format = { storage: new StagedStorage(writeFile), codec: createSegmentCodec(dimensions) };
      const { warnings, ...loaded } = await loadSegments(folder, format);
      return { index: new SegmentedIndex({ dir: folder, dimensions, format, ...loaded }), warnings };
    },
  };
}

/** A name that a person can read and that differs for every model and size. */
function folderName({ id, dimensions }: { readonly id: string; readonly dimensions: number }): string {
  const readable = id.toLowerCase().replace(/[^a-z0-9]+/g, '-').slice(0, 40);
  const digest = createHash('sha256').update(`${id}\n${dimensions}`).digest('hex').slice(0, 12);
  return `${readable}-${digest}`;
}

async function loadSegments(folder: string, format: SegmentFormat) {
  const segments: Segment[] = [];
  const keys = new Set<string>();
  const warnings: string[] = [];
  let next = 1;
  for (const name of (await readdir(folder).catch(() => [])).sort()) {
    const number = SEGMENT_FOLDER.exec(name)?.[1];
    if (number === undefined) {
      continue;
    }
    next = Math.max(next, Number(number) + 1);
    try {
      const opened = await Segment.open(join(folder, name), format);
      // A kill between the writes of two segments can leave a key in both.
      await opened.segment.retain((key) => !keys.has(key));
      opened.keys.forEach((key) => keys.add(key));
      segments.push(opened.segment);
    } catch (error) {
      // Whatever is wrong with it, the vectors can be made again; failing here would leave no index at all.
      await setAside(folder, name);
      warnings.push(`Part of the vector index (${name}) was damaged and set aside: ${reasonOf(error)}. Its passages are embedded again.`);
    }
  }
  return { segments, keys, next, warnings };
}

async function setAside(folder: string, name: string): Promise<void> {
  const bad = join(folder, name.replace('seg-', 'bad-'));
  try {
    await rm(bad, { recursive: true, force: true });
    await rename(join(folder, name), bad);
  } catch {
    // A folder that cannot be written: the segment is left out of use all the same.
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
