import type { ErrorCode } from '../../model/errors';
import { AssistantError, toAssistantError } from '../../model/errors';
import type { Classified, FailureClass } from '../../model/failure';

/** The class of anything that was thrown. Total: what is no error of ours is UNKNOWN, unless it tells of a cancellation. */
export function classify(raw: unknown): Classified {
  const error = ownError(raw);
  return { failure: classOf(error), error };
}

function ownError(raw: unknown): AssistantError {
  if (!(raw instanceof Error)) {
    return new AssistantError('internal', 'Unexpected failure: something was thrown that is no error.', { cause: raw });
  }
  return raw.name === 'AbortError' ? new AssistantError('cancelled', 'Cancelled.', { cause: raw }) : toAssistantError(raw);
}

function classOf({ code, retryable }: AssistantError): FailureClass {
  // A server that is overloaded, restarts or hangs up is as good as one that cannot be reached; one that answers something
  // unusable may do better when asked again, or not.
  return code === 'model.badResponse' && retryable ? 'NETWORK' : CLASSES[code];
}

const CLASSES: Readonly<Record<ErrorCode, FailureClass>> = {
  // What only the person can put right: the key, the address, the name of the model.
  'config.invalid': 'AUTH',
  'model.unauthorized': 'AUTH',
  'model.notFound': 'AUTH',
  'model.unreachable': 'NETWORK',
  'model.rateLimited': 'RATE_LIMIT',
  'model.contextOverflow': 'CONTEXT_OVERFLOW',
  'model.badResponse': 'UNKNOWN',
  'model.emptyAnswer': 'UNKNOWN',
  'model.contentFilter': 'CONTENT_FILTER',
  // The model and we do not speak the same protocol.
  'model.unsupported': 'PARSE',
  'tool.badArguments': 'PARSE',
  'tool.denied': 'TOOL_ERROR',
  'tool.failed': 'TOOL_ERROR',
  'tool.timeout': 'TOOL_TIMEOUT',
  'tool.unknown': 'UNKNOWN_TOOL',
  // Nothing can be looked up, or what was found cannot be read.
  'files.notFound': 'INDEX',
  'files.unreadable': 'INDEX',
  'index.corrupt': 'INDEX',
  'index.locked': 'INDEX',
  'index.dimensionMismatch': 'INDEX',
  'index.unwritable': 'INDEX',
  'embedding.failed': 'INDEX',
  cancelled: 'CANCELLED',
  internal: 'UNKNOWN',
};
