import { SHARE_ENV, Worker } from 'node:worker_threads';
import type { DocumentIndex, EmbeddingEndpoint, JudgedText, SearchRequest, SearchResult, SyncLimits } from '../app/documentIndex';
import { AssistantError } from '../model/errors';
import type { IndexProgress, IndexReport } from '../model/indexReport';
import type { Passage } from '../model/passage';
import type { EngineMethod, EngineOptions, EngineRequest, EngineResponse, SyncOrder } from './wire';

interface PendingCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: AssistantError) => void;
  readonly onProgress: ((progress: IndexProgress) => void) | undefined;
}

/** How the caller follows a call, and ends it. */
interface CallControl {
  readonly onProgress?: (progress: IndexProgress) => void;
  readonly signal?: AbortSignal;
}

/** A `DocumentIndex` that lives in a worker thread. A thread that dies fails its calls; the next call starts another. */
export class RemoteIndex implements DocumentIndex {
  readonly #script: string;
  readonly #options: EngineOptions;
  readonly #readEndpoint: () => Promise<EmbeddingEndpoint | undefined>;
  readonly #pending = new Map<number, PendingCall>();
  #worker: Worker | undefined;
  #isClosed = false;
  #lastId = 0;

  /**
   * @param script - absolute path of the bundled `thread.ts`.
   * @param readEndpoint - tells at each run where passages are embedded, if not on this machine.
   */
  constructor(script: string, options: EngineOptions, readEndpoint: () => Promise<EmbeddingEndpoint | undefined>) {
    this.#script = script;
    this.#options = options;
    this.#readEndpoint = readEndpoint;
  }

  async sync(onProgress: (progress: IndexProgress) => void, signal: AbortSignal, limits: SyncLimits = {}): Promise<IndexReport> {
    const order: SyncOrder = { limits, endpoint: await this.#readEndpoint() };
    return this.#call<IndexReport>('sync', order, { onProgress, signal });
  }

  search(request: SearchRequest, signal: AbortSignal): Promise<SearchResult> {
    return this.#call<SearchResult>('search', request, { signal });
  }

  readText(path: string): Promise<string | undefined> {
    return this.#call<string | undefined>('readText', path);
  }

  passagesOf(path: string): Promise<readonly Passage[]> {
    return this.#call<readonly Passage[]>('passagesOf', path);
  }

  findPaths(name: string, limit: number): Promise<readonly string[]> {
    return this.#call<readonly string[]>('findPaths', [name, limit]);
  }

  relevanceTo(query: string, texts: readonly JudgedText[], signal: AbortSignal): Promise<readonly number[] | undefined> {
    return this.#call<readonly number[] | undefined>('relevanceTo', [query, texts], { signal });
  }

  whereIs(passage: Passage): Promise<readonly string[]> {
    return this.#call<readonly string[]>('whereIs', passage);
  }

  report(): Promise<IndexReport> {
    return this.#call<IndexReport>('report', undefined);
  }

  headings(limit: number): Promise<readonly string[]> {
    return this.#call<readonly string[]>('headings', limit);
  }

  clear(): Promise<void> {
    return this.#call<undefined>('clear', undefined);
  }

  async dispose(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    if (worker !== undefined) {
      // A thread that cannot close tidily is ended all the same: its lock counts for nothing then.
      await this.#ask<undefined>(worker, 'dispose', undefined).catch(() => undefined);
      // Whatever still waits for an answer is told when the thread is gone.
      await worker.terminate();
    }
  }

  async #call<T>(method: EngineMethod, argument: unknown, control: CallControl = {}): Promise<T> {
    if (this.#isClosed) {
      throw new AssistantError('cancelled', 'The index was closed.');
    }
    return this.#ask<T>(this.#start(), method, argument, control);
  }

  async #ask<T>(worker: Worker, method: EngineMethod, argument: unknown, { onProgress, signal }: CallControl = {}): Promise<T> {
    this.#lastId += 1;
    const id = this.#lastId;
    const cancel = () => { post(worker, { type: 'cancel', id }); };
    try {
      const value = await new Promise((resolve, reject) => {
        this.#pending.set(id, { resolve, reject, onProgress });
        post(worker, { type: 'call', id, method, argument });
        signal?.addEventListener('abort', cancel, { once: true });
        if (signal?.aborted === true) {
          cancel();
        }
      });
      // The other end is our own thread: the value is what the method returns, by type.
      return value as T;
    } finally {
      this.#pending.delete(id);
      signal?.removeEventListener('abort', cancel);
    }
  }

  #start(): Worker {
    if (this.#worker === undefined) {
      // Native code sees the environment of the process, not the copy that a thread gets: what the thread sets is for such code.
      const worker = new Worker(this.#script, { workerData: this.#options, name: 'docmind-index', env: SHARE_ENV });
      worker.on('message', (response: EngineResponse) => { this.#receive(response); });
      worker.on('error', (error) => { this.#lost(worker, error); });
      worker.on('exit', () => { this.#lost(worker, undefined); });
      this.#worker = worker;
    }
    return this.#worker;
  }

  #receive(response: EngineResponse): void {
    const call = this.#pending.get(response.id);
    switch (response.type) {
      case 'progress':
        call?.onProgress?.(response.progress);
        break;
      case 'result':
        call?.resolve(response.value);
        break;
      case 'error': {
        const { code, message, retryable } = response.error;
        call?.reject(new AssistantError(code, message, { retryable }));
        break;
      }
    }
  }

  #lost(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) {
      return;
    }
    this.#worker = undefined;
    const detail = cause instanceof Error ? ` (${cause.message})` : '';
    for (const { reject } of this.#pending.values()) {
      reject(new AssistantError('internal', `The index thread stopped unexpectedly${detail}. Try again: it starts anew.`, { retryable: true, cause }));
    }
  }
}

function post(worker: Worker, request: EngineRequest): void {
  worker.postMessage(request);
}
