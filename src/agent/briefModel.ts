import type { ChatEvent, ChatModel, ChatRequest, Schedule } from '../model/ports';

/**
 * A model that has so long to say something short: what it has not said by then, it does not say. The time begins with its
 * first sign of life, for a server may have to load it first; it must heed its signal.
 *
 * @param ms - from the first sign of life to the end.
 */
export function briefModel(model: ChatModel, ms: number, schedule: Schedule): ChatModel {
  return { name: model.name, id: model.id, stream: (request, signal) => stream(model, request, { ms, schedule, signal }) };
}

interface Limit {
  readonly ms: number;
  readonly schedule: Schedule;
  readonly signal: AbortSignal;
}

async function* stream(model: ChatModel, request: ChatRequest, { ms, schedule, signal }: Limit): AsyncGenerator<ChatEvent> {
  const over = new AbortController();
  let cancel: (() => void) | undefined;
  try {
    for await (const event of model.stream(request, AbortSignal.any([signal, over.signal]))) {
      cancel ??= schedule(ms, () => { over.abort(); });
      yield event;
    }
  } catch (error) {
    if (signal.aborted || !over.signal.aborted) {
      throw error;
    }
    yield { type: 'finish', reason: 'length' };
  } finally {
    cancel?.();
  }
}
