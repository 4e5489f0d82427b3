/** What went wrong, as `area.reason`. Closed: a new failure gets a new code here first. */
export type ErrorCode =
  | 'config.invalid'
  | 'files.notFound'
  | 'files.unreadable'
  | 'index.corrupt'
  | 'index.locked'
  | 'index.dimensionMismatch'
  | 'index.unwritable'
  | 'embedding.failed'
  | 'model.unauthorized'
  | 'model.notFound'
  | 'model.unreachable'
  | 'model.rateLimited'
  | 'model.contextOverflow'
  | 'model.badResponse'
  /** It ended, and there is nothing to show of it. */
  | 'model.emptyAnswer'
  | 'model.contentFilter'
  /** The server refuses a part of the request that cannot be left out, such as tools. */
  | 'model.unsupported'
  | 'tool.badArguments'
  | 'tool.denied'
  | 'tool.failed'
  | 'tool.timeout'
  | 'tool.unknown'
  | 'cancelled'
  | 'internal';

/** Options of an {@link AssistantError}. */
export interface ErrorDetail {
  /** True if the same call may succeed later without any change. */
  readonly retryable?: boolean;
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/** The one error class. `message` says what happened, to what, and what to do next; never a secret. */
export class AssistantError extends Error {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(code: ErrorCode, message: string, detail: ErrorDetail = {}) {
    super(message, { cause: detail.cause });
    this.name = 'AssistantError';
    this.code = code;
    this.retryable = detail.retryable ?? false;
    this.retryAfterMs = detail.retryAfterMs;
  }
}

/** The error itself if it is ours, else an `internal` one that carries it as its cause. */
export function toAssistantError(error: unknown): AssistantError {
  if (error instanceof AssistantError) {
    return error;
  }
  const message = error instanceof Error ? error.message : String(error);
  return new AssistantError('internal', `Unexpected failure: ${message}`, { cause: error });
}

/** @throws AssistantError cancelled, once the signal has fired. */
export function refuseIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) {
    throw new AssistantError('cancelled', 'Stopped.');
  }
}
