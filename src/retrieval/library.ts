import type { Passage } from '../model/passage';
import type { SearchRequest, SearchResult } from './retrieve';

/** The indexed documents, as whoever looks something up sees them. Paths that are not indexed are as if they were not there. */
export interface Library {
  /** Searches what is indexed by now. */
  search(request: SearchRequest, signal: AbortSignal): Promise<SearchResult>;
  /** The passages of one document in their order, as the file has them now; none for a path that is not indexed. */
  passagesOf(path: string): Promise<readonly Passage[]>;
  /**
   * The documents and folders that a person or a model may mean by a name: by their path, the end of their path, their file
   * name with or without its ending; the likeliest first.
   */
  findPaths(name: string, limit: number): Promise<readonly string[]>;
  /**
   * How probably each text has to do with a query, in [0, 1], on the scale of `Passage.relevance`; nothing where no
   * reranker is ready.
   */
  relevanceTo(query: string, texts: readonly { readonly key: string; readonly text: string }[], signal: AbortSignal): Promise<readonly number[] | undefined>;
  /** The text of a workspace file as it is now; nothing if it is gone or is not text. */
  readText(path: string): Promise<string | undefined>;
}
