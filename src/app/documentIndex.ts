import type { IndexProgress, IndexReport } from '../model/indexReport';
import type { Passage } from '../model/passage';
import type { JudgedText, Library } from '../retrieval/library';
import type { SearchRequest, SearchResult } from '../retrieval/retrieve';

export type { JudgedText, SearchRequest, SearchResult };

/** How far a run goes. */
export interface SyncLimits {
  /** Time for the slow vector tier, in ms; what is missing then is left for the next run. Without it, all is done. */
  readonly embedForMs?: number;
}

/**
 * Where passages and queries are embedded in place of this machine. It may change between two runs, and is told to each
 * anew: so the key is kept nowhere else.
 */
export interface EmbeddingEndpoint {
  /** Base URL of an OpenAI-compatible API. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey: string | undefined;
}

/** The index of one workspace, as the doors use it: in this thread or behind a message port. */
export interface DocumentIndex extends Library {
  /**
   * Brings the index up to the files. Searches are served meanwhile. Runs one at a time: a second call waits.
   * When the signal fires it ends soon, keeps what is done, and the report says what there is.
   * @throws AssistantError files.notFound, index.unwritable, index.locked.
   */
  sync(onProgress: (progress: IndexProgress) => void, signal: AbortSignal, limits?: SyncLimits): Promise<IndexReport>;
  /** Files that may hold a passage whose own file is gone, the likeliest first; what they say is for the caller to read. */
  whereIs(passage: Passage): Promise<readonly string[]>;
  /** What the index holds now. */
  report(): Promise<IndexReport>;
  /** At most `limit` headings of documents, the most telling first, without repeats. */
  headings(limit: number): Promise<readonly string[]>;
  /** Deletes everything that was indexed; the next sync starts anew. */
  clear(): Promise<void>;
  dispose(): Promise<void>;
}
