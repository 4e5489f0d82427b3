/** The world as the core needs it. Adapters implement these; tests use small real implementations. */
import type { Usage } from './answer';
import type { Note } from './conversation';
import type { AssistantError } from './errors';
import type { Manifest } from './manifest';
import type { Hit, Passage } from './passage';

/** A file of the workspace as the walk saw it. */
export interface FileEntry {
  /** Path inside the workspace, `/`-separated. */
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/** What a walk found: files that ignore rules leave in, and what could not be listed. */
export interface FileListing {
  /** Sorted by path. */
  readonly files: readonly FileEntry[];
  /** Folders that could not be read. */
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
}

/** The files of the workspace. Read-only. */
export interface WorkspaceFiles {
  /**
   * Walks the workspace; ignore rules applied.
   * @throws AssistantError files.notFound if the workspace folder itself is missing.
   */
  list(signal: AbortSignal): Promise<FileListing>;
  /**
   * Reads one whole file.
   * @throws AssistantError files.notFound, files.unreadable (also for a path that leaves the workspace).
   */
  read(path: string): Promise<Uint8Array>;
}

/** Turns text into unit vectors. */
export interface Embedder {
  /** Model, weights and runtime: vectors of different ids must not be mixed. */
  readonly id: string;
  readonly dimensions: number;
  /** Text beyond this many tokens is cut off. */
  readonly maxTokens: number;
  /**
   * One unit-length vector per text, in order.
   * @throws AssistantError embedding.failed, cancelled.
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
  /** Present where many texts cost little more than one, and where one of them may be refused. */
  readonly batch?: BatchEmbedding;
  dispose(): Promise<void>;
}

/** Embedding of many texts at a time. */
export interface BatchEmbedding {
  /** As many texts as are best given at once. */
  readonly size: number;
  /**
   * For each text its vector, in order, or why it has none: a text at fault does not cost the others.
   * @throws AssistantError embedding.failed for whatever is no fault of a single text, cancelled.
   */
  embedEach(texts: readonly string[], signal: AbortSignal): Promise<(Float32Array | AssistantError)[]>;
}

/** A model of documents and, in the same space, of the questions asked about them: the same id and size. */
export interface PairedEmbedder extends Embedder {
  readonly queries: Embedder;
}

/** Judges passages by reading them beside the query: slower and better than comparing one vector each. */
export interface Reranker {
  readonly id: string;
  /** Texts of passage size that it judges in a second, roughly: callers keep within their time by it. */
  readonly textsPerSecond: number;
  /**
   * How much each text has to do with the query, in order. Scores of one call can be compared with those of another;
   * they are not probabilities yet.
   *
   * @param texts - under a key each: equal keys mean equal texts, so that work can be kept between calls.
   * @throws AssistantError embedding.failed, cancelled.
   */
  rerank(query: string, texts: readonly { readonly key: string; readonly text: string }[], signal: AbortSignal): Promise<number[]>;
}

/** Vectors by content key: equal content is stored once. */
export interface VectorIndex {
  readonly size: number;
  has(key: string): boolean;
  /**
   * Adds vectors whose keys are not present. Searchable at once, durable after {@link VectorIndex.save}.
   * @throws AssistantError embedding.failed (a vector that is zero or not finite), index.dimensionMismatch;
   * nothing is added then.
   */
  add(items: readonly { readonly key: string; readonly vector: Float32Array }[]): Promise<void>;
  /** Removes every vector whose key is not in `keys`. */
  retain(keys: ReadonlySet<string>): Promise<void>;
  /**
   * The `k` most similar vectors whose keys are accepted, best first; scores are cosines.
   * @param accepts - all of them, if absent.
   * @throws AssistantError embedding.failed, index.dimensionMismatch.
   */
  search(vector: Float32Array, k: number, accepts?: (key: string) => boolean): Promise<Hit[]>;
  /** @throws AssistantError index.unwritable; what could not be written stays in use, and is tried again next time. */
  save(): Promise<void>;
}

/** What the lexical index knows of a chunk. `id` is unique in the workspace. */
export interface LexicalDocument {
  readonly id: string;
  readonly path: string;
  readonly headings: string;
  readonly body: string;
}

/** Keyword search over chunks. */
export interface LexicalIndex {
  readonly size: number;
  /** A document whose id is known takes the place of the one before. */
  add(documents: readonly LexicalDocument[]): void;
  /** Ids that are not known are passed over. */
  remove(ids: readonly string[]): void;
  /**
   * The `k` best chunks whose ids are accepted, best first. What else there is plays into the scores of none the less.
   * @param accepts - all of them, if absent.
   */
  search(query: string, k: number, accepts?: (id: string) => boolean): Hit[];
}

/** A tool as it is offered to a model. */
export interface ToolOffer {
  readonly name: string;
  readonly description: string;
  /** JSON schema (draft 7) of its arguments, an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Fields that a server wants back with the message they came with, such as a signature of its reasoning. Opaque. */
export type ReplayFields = Readonly<Record<string, unknown>>;

/** A call of a tool, as the model wrote it. */
export interface ToolCall {
  /** Unique among the calls of a conversation. */
  readonly id: string;
  readonly name: string;
  /** JSON, or what the model took for it. `{}` where it gave none. */
  readonly arguments: string;
  readonly replay?: ReplayFields;
}

/** One message to a chat model. */
export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly toolCalls?: readonly ToolCall[]; readonly replay?: ReplayFields }
  /** The result of a call; stands after the message that made it. */
  | { readonly role: 'tool'; readonly callId: string; readonly content: string };

/** One request to a chat model. */
export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  /** Left out where the model refuses it. */
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  /** At least one, where tools are offered at all. */
  readonly tools?: readonly ToolOffer[];
  /** Texts at which the model is to end, which are not part of what it wrote; at most 4. Servers may not heed them. */
  readonly stop?: readonly string[];
  /** The same request with less context, for a window that this one does not fit; nothing where nothing can be left out. */
  readonly smaller?: () => ChatRequest | undefined;
}

/** Why a model ended: it was done, it came to its output limit, it calls tools, a filter of the server cut it. */
export type FinishReason = 'stop' | 'length' | 'toolCalls' | 'contentFilter';

/**
 * A piece of a streamed response. `toolCalls`, `usage` and `finish` come at most once each, after all text, in this order.
 */
export type ChatEvent =
  /** Empty where the model is at work (it loads, it reasons) and has nothing to show: a sign of life. */
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'toolCalls'; readonly calls: readonly ToolCall[]; readonly replay?: ReplayFields }
  | { readonly type: 'usage'; readonly usage: Usage }
  /** Absent where the server does not say. */
  | { readonly type: 'finish'; readonly reason: FinishReason };

/** A language model. */
export interface ChatModel {
  /** Name for the reader, such as `gpt-4o-mini`. */
  readonly name: string;
  /** Endpoint and model: what is learned of one is true of all with its id. */
  readonly id: string;
  /**
   * Streams one response. Ends normally when the model is done; reasoning is never part of `text`. A response without text
   * is an error, unless tools were offered.
   * @throws AssistantError model.*, cancelled (as soon as the signal fires).
   */
  stream(request: ChatRequest, signal: AbortSignal): AsyncIterable<ChatEvent>;
}

/** Ways in which a model says what it wants: calls of its API, a text protocol, tags in the answer that it writes. */
export type DialectName = 'native' | 'react' | 'tags';

/** Keeps what was found out about models. */
export interface DialectMemory {
  recall(modelId: string): DialectName | undefined;
  remember(modelId: string, dialect: DialectName): void;
}

/** What a program printed. */
export interface CodeResult {
  /** At most 8 kB of UTF-8; ends with `[TRUNCATED]` where there was more. */
  readonly output: string;
  readonly isTruncated: boolean;
  /** Why it ended early: its own error, its time, its memory; absent if it did not. */
  readonly error?: string;
}

/** Runs JavaScript that has no file, no network, no clock worth the name, and nothing of the host. */
export interface CodeSandbox {
  /**
   * Runs a program to its end, or to its limits of time (2 s) and memory (32 MB). What it prints and its last value are output.
   * @throws AssistantError tool.failed if the sandbox itself cannot run, cancelled.
   */
  run(source: string, signal: AbortSignal): Promise<CodeResult>;
}

/** Searches the web. */
export interface WebSearch {
  /** Name for the reader, such as `SearXNG at search.example.org`. */
  readonly name: string;
  /**
   * Passages of pages, best first, each with its address and date.
   * @throws AssistantError tool.failed, cancelled.
   */
  search(query: string, signal: AbortSignal): Promise<readonly Passage[]>;
}

/** What a person must agree to. */
export type ConsentUse = 'webSearch' | 'runCode';

/** Asks the person; "always" and "never" are remembered for the workspace by whoever asks. */
export interface Consent {
  /** What the person said of the use before; nothing if they are still to be asked. */
  remembered(use: ConsentUse): 'always' | 'never' | undefined;
  /**
   * True if it may be done this time.
   * @param detail - exactly what would leave the machine or run.
   */
  ask(use: ConsentUse, detail: string, signal: AbortSignal): Promise<boolean>;
}

/** Notes that the person saved. Read-only. */
export interface SavedNotes {
  /** Oldest first. @throws AssistantError files.unreadable */
  list(): Promise<readonly Note[]>;
}

/** Notes that the person saves, changes and deletes. */
export interface NoteStore extends SavedNotes {
  /** Adds a note, or takes the place of the one with its id. @throws AssistantError files.unreadable */
  put(note: Note): Promise<void>;
  /** An id that is not known is passed over. @throws AssistantError files.unreadable */
  remove(id: string): Promise<void>;
}

/** Milliseconds since some fixed moment; only differences mean something. */
export type Clock = () => number;

/** Calls back once after so many milliseconds, unless what it returns is called before. */
export type Schedule = (ms: number, callback: () => void) => () => void;

/** A content hash: equal strings give equal hashes; hex, 32 characters. */
export type HashText = (text: string) => string;

/** Keeps the manifest on disk, whole or not at all. */
export interface ManifestStore {
  /**
   * The manifest last saved; nothing if there is none.
   * @throws AssistantError index.corrupt if there is one that cannot be read or has another format.
   */
  load(): Promise<Manifest | undefined>;
  /** @throws AssistantError index.unwritable */
  save(manifest: Manifest): Promise<void>;
}

/** Keeps postings on disk. */
export interface PostingsStore {
  /** A new, empty index. */
  create(): LexicalIndex;
  /** The postings saved under `stamp`; nothing if there are none, or others, or damaged ones. */
  load(stamp: string): Promise<LexicalIndex | undefined>;
  /** @throws AssistantError index.unwritable */
  save(index: LexicalIndex, stamp: string): Promise<void>;
}

/** Opens the vectors of one model. */
export interface VectorStore {
  /** Damaged parts are set aside and named in `warnings`; what is left is used. */
  open(embedder: { readonly id: string; readonly dimensions: number }): Promise<{ index: VectorIndex; warnings: string[] }>;
}
