import type { DocumentIndex, EmbeddingEndpoint, SyncLimits } from '../app/documentIndex';
import type { AssistantError, ErrorCode } from '../model/errors';
import type { IndexProgress } from '../model/indexReport';

/** What the index thread is told when it starts. Structured-cloneable. */
export interface EngineOptions {
  /** Absolute path of the workspace folder. */
  readonly root: string;
  /** Absolute path of the index folder; made if missing. */
  readonly dir: string;
  /** Absolute path of the folder that holds the models and the runtime: where the bundles lie. */
  readonly assets: string;
  /** Larger files are skipped. */
  readonly maxFileBytes: number;
  /** Glob patterns, as in a `.gitignore`: left out in addition to what ignore files say. */
  readonly exclude: readonly string[];
  /** Glob patterns, as in a `.gitignore`: taken in although ignore files say otherwise. */
  readonly include: readonly string[];
}

/** The argument of `sync` on its way to the thread. */
export interface SyncOrder {
  readonly limits: SyncLimits;
  readonly endpoint: EmbeddingEndpoint | undefined;
}

/** The calls that cross the thread border: the methods of `DocumentIndex`. */
export type EngineMethod = keyof DocumentIndex;

/** To the index thread. */
export type EngineRequest =
  | { readonly type: 'call'; readonly id: number; readonly method: EngineMethod; readonly argument: unknown }
  | { readonly type: 'cancel'; readonly id: number };

/** From the index thread. */
export type EngineResponse =
  | { readonly type: 'progress'; readonly id: number; readonly progress: IndexProgress }
  | { readonly type: 'result'; readonly id: number; readonly value: unknown }
  | { readonly type: 'error'; readonly id: number; readonly error: WireError };

/** An `AssistantError` as data: structured cloning keeps no code. */
export interface WireError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
}

export function toWireError({ code, message, retryable }: AssistantError): WireError {
  return { code, message, retryable };
}
