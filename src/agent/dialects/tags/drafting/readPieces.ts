import { endWithin, estimateTokens } from '../../../../chunking/estimateTokens';
import type { Usage } from '../../../../model/answer';
import { addUsage } from '../../../../model/reply';
import type { ChatModel, ChatRequest } from '../../../../model/ports';
import { unlessAborted } from '../../../withinTime';

/** How far a response has come; filled while it is read. */
export interface ResponseState {
  usage: Usage;
  /** True if the model was still writing when it was stopped, by its limit or ours. */
  isCut: boolean;
}

/** What a response is bound by. */
export interface ResponseLimits {
  /** Estimated tokens of its text. */
  readonly maxTokens: number;
  readonly signal: AbortSignal;
}

/** An event without text costs this much, so that a model which says nothing without end comes to one. In tokens. */
const EVENT_TOKENS = 1 / 64;

/**
 * The text of a response as it comes, to its end or to the limit, whatever the model was told of one. Waits no longer than the
 * signal lets it, and ends the response if whoever reads has enough.
 *
 * @throws AssistantError model.*, cancelled.
 */
export async function* readPieces(model: ChatModel, request: ChatRequest, { maxTokens, signal }: ResponseLimits, state: ResponseState): AsyncGenerator<string> {
  const events = model.stream(request, signal)[Symbol.asyncIterator]();
  let room = maxTokens;
  try {
    for (;;) {
      const next = await unlessAborted(() => events.next(), signal);
      if (next.done === true) {
        return;
      }
      const event = next.value;
      const text = event.type === 'text' ? event.text : '';
      const end = endWithin(text, { start: 0, end: text.length }, room);
      room -= Math.max(estimateTokens(text), EVENT_TOKENS);
      if (event.type === 'usage') {
        state.usage = addUsage(state.usage, event.usage);
      } else if (event.type === 'finish') {
        state.isCut = event.reason === 'length';
      }
      if (end > 0) {
        yield text.slice(0, end);
      }
      if (room <= 0) {
        state.isCut = true;
        return;
      }
    }
  } finally {
    // Not waited for: a model that does not heed the signal would keep whoever cancelled it.
    events.return?.().catch(() => undefined);
  }
}

/** A short response, whole or to its limit. @throws as {@link readPieces}. */
export async function readShort(model: ChatModel, request: ChatRequest, limits: ResponseLimits): Promise<{ readonly text: string; readonly usage: Usage }> {
  const state: ResponseState = { usage: {}, isCut: false };
  let text = '';
  for await (const piece of readPieces(model, request, limits, state)) {
    text += piece;
  }
  return { text, usage: state.usage };
}
