import type { ChunkRecord } from './chunk';
import type { SkipReason } from './indexReport';

/** What became of one file of the workspace. */
export type FileState =
  | { readonly kind: 'indexed'; readonly chunks: readonly ChunkRecord[] }
  | { readonly kind: 'skipped'; readonly reason: SkipReason }
  | { readonly kind: 'failed'; readonly reason: string };

/** The index's memory of one file: enough to tell whether it changed, and where its chunks are. */
export interface FileRecord {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** Content hash of the bytes; empty where they could not be read. */
  readonly hash: string;
  readonly title: string;
  readonly state: FileState;
}

/** Everything the index knows but vectors and postings. The manifest is what was committed; they must match it. */
export interface Manifest {
  /** Identity of parsing and chunking: other rules give other chunks, so another value means reading all again. */
  readonly rules: string;
  /** Stamp of the postings saved together with this manifest. */
  readonly postings: string;
  /** Sorted by path, without repeats. */
  readonly files: readonly FileRecord[];
}
