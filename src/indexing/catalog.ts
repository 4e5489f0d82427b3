import type { ChunkRecord, ChunkRef } from '../model/chunk';
import { formatChunkId, parseChunkId } from '../model/chunkId';
import type { DocumentKind } from '../model/document';
import type { FailedFile, SkipReason } from '../model/indexReport';
import type { FileRecord } from '../model/manifest';
import type { ScopedContent, SearchScope } from '../model/scope';
import { isInScope } from '../model/scope';
import { classifyPath } from '../parsing/classify';

/** Sums over a catalog, for the report. */
export interface CatalogTotals {
  readonly files: number;
  readonly passages: number;
  readonly bytes: number;
  readonly failed: readonly FailedFile[];
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
}

/** The manifest in memory, with the way back from a content key to the chunks that carry it. */
export class Catalog {
  readonly #files = new Map<string, FileRecord>();
  /** Ids of the chunks with a content key: sets, as boilerplate may stand in thousands of files. */
  readonly #ids = new Map<string, Set<string>>();

  constructor(files: Iterable<FileRecord> = []) {
    for (const record of files) {
      this.put(record);
    }
  }

  /** Adds or replaces the record of one file. */
  put(record: FileRecord): void {
    this.remove(record.path);
    this.#files.set(record.path, record);
    chunksOf(record).forEach(({ key }, ordinal) => {
      const id = formatChunkId({ path: record.path, ordinal });
      const ids = this.#ids.get(key);
      if (ids === undefined) {
        this.#ids.set(key, new Set([id]));
      } else {
        ids.add(id);
      }
    });
  }

  /** Forgets a file; nothing happens if it is not known. */
  remove(path: string): void {
    const record = this.#files.get(path);
    if (record === undefined) {
      return;
    }
    this.#files.delete(path);
    chunksOf(record).forEach(({ key }, ordinal) => {
      const ids = this.#ids.get(key);
      ids?.delete(formatChunkId({ path, ordinal }));
      if (ids?.size === 0) {
        this.#ids.delete(key);
      }
    });
  }

  file(path: string): FileRecord | undefined {
    return this.#files.get(path);
  }

  chunk(ref: ChunkRef): ChunkRecord | undefined {
    const record = this.#files.get(ref.path);
    return record === undefined ? undefined : chunksOf(record)[ref.ordinal];
  }

  /** The chunks with this content, in whatever files. */
  refs(key: string): readonly ChunkRef[] {
    return Array.from(this.#ids.get(key) ?? [], parseChunkId);
  }

  /** The content keys of all chunks, without repeats. */
  keys(): ReadonlySet<string> {
    return new Set(this.#ids.keys());
  }

  /** How many different contents there are. */
  get keyCount(): number {
    return this.#ids.size;
  }

  /** How many content keys pass a test; every search asks, so nothing is copied. */
  countKeys(passes: (key: string) => boolean): number {
    let count = 0;
    for (const key of this.#ids.keys()) {
      count += passes(key) ? 1 : 0;
    }
    return count;
  }

  /** All records, sorted by path. */
  files(): FileRecord[] {
    return [...this.#files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** What is indexed of a part of the workspace. */
  within(scope: SearchScope): ScopedContent {
    const paths = new Set<string>();
    const keys = new Set<string>();
    for (const record of this.#files.values()) {
      if (record.state.kind === 'indexed' && isInScope(scope, { path: record.path, kind: kindOf(record) })) {
        paths.add(record.path);
        record.state.chunks.forEach(({ key }) => keys.add(key));
      }
    }
    return { paths, keys };
  }

  /** Paths of the files that are indexed, in no order. */
  indexedPaths(): string[] {
    return Array.from(this.#files.values()).flatMap(({ path, state }) => (state.kind === 'indexed' ? path : []));
  }

  totals(): CatalogTotals {
    const failed: FailedFile[] = [];
    const skipped: Partial<Record<SkipReason, number>> = {};
    let files = 0;
    let passages = 0;
    let bytes = 0;
    for (const { path, size, state } of this.files()) {
      if (state.kind === 'failed') {
        failed.push({ path, reason: state.reason });
      } else if (state.kind === 'skipped') {
        skipped[state.reason] = (skipped[state.reason] ?? 0) + 1;
      } else {
        files += 1;
        passages += state.chunks.length;
        bytes += size;
      }
    }
    return { files, passages, bytes, failed, skipped };
  }
}

/** What its name says; of a script that is not called like one, what its first line said when it was read. */
function kindOf(record: FileRecord): DocumentKind {
  const named = classifyPath(record.path);
  if (chunksOf(record)[0]?.kind === 'code') {
    return 'code';
  }
  return 'kind' in named ? named.kind : 'text';
}

/** The chunks of a file; none if it is not indexed. */
export function chunksOf(record: FileRecord): readonly ChunkRecord[] {
  return record.state.kind === 'indexed' ? record.state.chunks : [];
}
