import type { FileRecord } from '../model/manifest';
import type { FileEntry } from '../model/ports';

/** What a run has to do: a pure difference of what is remembered and what is there. */
export interface IndexPlan {
  /** Records that stand as they are: same size, same modification time. */
  readonly keep: readonly FileRecord[];
  /** Files to read; the content hash decides then whether anything changed. */
  readonly read: readonly FileEntry[];
  /** Paths that are remembered and no longer listed. */
  readonly remove: readonly string[];
}

/**
 * Compares what is remembered with the files listed. A file that failed is read again every time: what was in its
 * way may be gone.
 *
 * Applying the plan leads to exactly the listing: `keep` and `read` together hold each listed path once.
 */
export function planIndex(records: readonly FileRecord[], listing: readonly FileEntry[]): IndexPlan {
  const remembered = new Map(records.map((record) => [record.path, record]));
  const keep: FileRecord[] = [];
  const read: FileEntry[] = [];
  for (const entry of listing) {
    const record = remembered.get(entry.path);
    if (record !== undefined && isUnchanged(record, entry)) {
      keep.push(record);
    } else {
      read.push(entry);
    }
    remembered.delete(entry.path);
  }
  return { keep, read, remove: [...remembered.keys()] };
}

function isUnchanged(record: FileRecord, entry: FileEntry): boolean {
  return record.state.kind !== 'failed' && record.size === entry.size && record.mtimeMs === entry.mtimeMs;
}
