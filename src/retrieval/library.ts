import type { Passage } from '../model/passage';
import type { SearchRequest, SearchResult } from './retrieve';

/** A text that is held against a query. */
export interface JudgedText {
  /** The key of the passage. What is read of a chunk of the index is what is embedded of it, its headings too. */
  readonly key: string;
  /** What is read where the index does not know the key: pages, notes, merged passages. */
  readonly text: string;
}

/** The indexed documents, as whoever looks something up sees them. Paths that are not indexed are as if they were not there. */
export interface Library {
  /** Searches what is indexed by now. */
  search(request: SearchRequest, signal: AbortSignal): Promise<SearchResult>;
  /**
   * The passages of one document in their order; none for a path that is not indexed. The file is read and split now: one
   * that changed since it was indexed is given as it is, not in part. Their score is 1, for there is no query.
   */
  passagesOf(path: string): Promise<readonly Passage[]>;
  /**
   * The documents and folders that a person or a model may mean by a name: by their path, the end of their path, their file
   * name with or without its ending; the likeliest first.
   */
  findPaths(name: string, limit: number): Promise<readonly string[]>;
  /**
   * How probably each text has to do with a query, in [0, 1], in order, on the scale of `Passage.relevance`; nothing where no
   * reranker is ready. All are judged: what a search of late has read costs next to nothing, others some 20 ms each natively,
   * 120 ms in WebAssembly, so callers give as many as they can wait for. Ends early when the signal fires.
   * @throws AssistantError embedding.failed, cancelled.
   */
  relevanceTo(query: string, texts: readonly JudgedText[], signal: AbortSignal): Promise<readonly number[] | undefined>;
  /** The text of a workspace file as it is now; nothing if it is gone or is not text. */
  readText(path: string): Promise<string | undefined>;
}
