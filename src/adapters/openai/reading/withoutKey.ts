import type { ChatEvent, ToolCall } from '../../../model/ports';
import { overlap } from './stopFilter';

/** Shorter keys are made up for servers that want none, and may be words, such as `ollama`. In characters. */
const MIN_SECRET = 12;

const INSTEAD = '…';

/**
 * Takes the key out of a response, wherever its pieces are split: a server that repeats it must not bring it into an answer,
 * a record or a log.
 */
export async function* withoutKey(events: AsyncIterable<ChatEvent>, apiKey: string): AsyncGenerator<ChatEvent> {
  if (apiKey.length < MIN_SECRET) {
    yield* events;
    return;
  }
  let pending = '';
  try {
    for await (const event of events) {
      if (event.type === 'text') {
        const text = (pending + event.text).replaceAll(apiKey, INSTEAD);
        const end = text.length - overlap(text, apiKey);
        pending = text.slice(end);
        yield { type: 'text', text: text.slice(0, end) };
        continue;
      }
      yield* textOf(pending);
      pending = '';
      yield event.type === 'toolCalls' ? { ...event, calls: event.calls.map((call) => cleaned(call, apiKey)) } : event;
    }
  } catch (error) {
    yield* textOf(pending);
    throw error;
  }
  yield* textOf(pending);
}

function* textOf(text: string): Generator<ChatEvent> {
  if (text !== '') {
    yield { type: 'text', text };
  }
}

function cleaned(call: ToolCall, apiKey: string): ToolCall {
  return { ...call, name: call.name.replaceAll(apiKey, INSTEAD), arguments: call.arguments.replaceAll(apiKey, INSTEAD) };
}
