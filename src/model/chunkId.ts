import type { ChunkRef } from './chunk';

/** The name of a chunk in an index: `ordinal:path`. */
export function formatChunkId(ref: ChunkRef): string {
  return `${ref.ordinal}:${ref.path}`;
}

/** The chunk that {@link formatChunkId} named. */
export function parseChunkId(id: string): ChunkRef {
  const colon = id.indexOf(':');
  return { ordinal: Number(id.slice(0, colon)), path: id.slice(colon + 1) };
}
