import type { TurnEvent } from '../model/turn';

/** A turn's events, with a sentence put before whatever else the reader is told about who answers. */
export async function* withNotice(events: AsyncIterable<TurnEvent>, notice: string | undefined): AsyncGenerator<TurnEvent> {
  for await (const event of events) {
    yield event.type === 'answering' && notice !== undefined
      ? { ...event, notice: event.notice === undefined ? notice : `${notice} ${event.notice}` }
      : event;
  }
}
