import { AssistantError } from '../model/errors';
import type { ChatEvent, ChatModel, ChatRequest, Schedule } from '../model/ports';
import { classify } from './recovery/classify';
import { startTimeLimit } from './timeLimit';
import { unlessAborted } from './withinTime';

/** No response takes longer, in ms: a small model on a laptop that reads eight passages and thinks is done by then. */
export const RESPONSE_MS = 600_000;

/** Longest response, in UTF-16 units; an event counts as one more. Whoever writes more than a book's chapter does not stop. */
const MAX_RESPONSE = 100_000;

/**
 * A model whose responses end: soon after the signal fires, whether the model heeds it or not; at a limit of time and of
 * length, as one that came to its own output limit if it had text to show by then. One that says it was cancelled, although
 * nobody did that, has failed.
 */
export function boundedModel(model: ChatModel, schedule: Schedule): ChatModel {
  return { name: model.name, id: model.id, stream: (request, signal) => stream(model, request, schedule, signal) };
}

async function* stream(model: ChatModel, request: ChatRequest, schedule: Schedule, signal: AbortSignal): AsyncGenerator<ChatEvent> {
  const time = startTimeLimit(RESPONSE_MS, schedule, signal);
  const events = model.stream(request, time.signal)[Symbol.asyncIterator]();
  let length = 0;
  let isShown = false;
  try {
    while (length < MAX_RESPONSE) {
      const next = await unlessAborted(() => events.next(), time.signal);
      if (next.done === true) {
        return;
      }
      const text = next.value.type === 'text' ? next.value.text : '';
      length += text.length + 1;
      isShown ||= text !== '';
      yield next.value;
    }
    yield { type: 'finish', reason: 'length' };
  } catch (error) {
    if (signal.aborted || !time.isUp) {
      throw signal.aborted ? error : asFailure(error, model);
    }
    if (!isShown) {
      throw wroteNothing(model, RESPONSE_MS);
    }
    yield { type: 'finish', reason: 'length' };
  } finally {
    time.end();
    // Not waited for: a model that does not heed the signal would keep whoever cancelled it.
    events.return?.().catch(() => undefined);
  }
}

function asFailure(error: unknown, { name }: ChatModel): unknown {
  return classify(error).failure === 'CANCELLED'
    ? new AssistantError('model.unreachable', `${name} broke its response off. Ask again.`, { retryable: true, cause: error })
    : error;
}

/** The failure of a model that has had its time. */
export function wroteNothing({ name }: ChatModel, ms: number): AssistantError {
  return new AssistantError('model.emptyAnswer', `${name} wrote nothing within ${ms / 1_000} s. Ask again, or choose a faster model.`, { retryable: true });
}
