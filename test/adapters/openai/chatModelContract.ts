import { expect, test } from 'vitest';
import type { ChatEvent, ChatModel, ChatRequest } from '../../../src/model/ports';
import { readReply } from '../../../src/model/reply';

/** What the model of the next call is to do: say these texts, or fall silent after the first of them; call tools with `{}`. */
export interface Behaviour {
  readonly texts: readonly string[];
  readonly calls?: readonly string[];
  readonly silentAfterFirst?: boolean;
}

const REQUEST: ChatRequest = { messages: [{ role: 'user', content: 'How long is the lease?' }] };
const QUIET = new AbortController().signal;

/** All events of one call. */
export async function collect(events: AsyncIterable<ChatEvent>): Promise<ChatEvent[]> {
  const all: ChatEvent[] = [];
  for await (const event of events) {
    all.push(event);
  }
  return all;
}

/** What every {@link ChatModel} does, whatever is behind it. `make` gives a model that behaves so, call by call. */
export function chatModelContract(make: (calls: readonly Behaviour[]) => Promise<ChatModel>): void {
  test('the texts come in order and in full', async () => {
    const model = await make([{ texts: ['The lease ', 'lasts ', '30 s.'] }]);
    const events = await collect(model.stream(REQUEST, QUIET));
    const texts = events.map((event) => (event.type === 'text' ? event.text : ''));
    expect(texts.join('')).toBe('The lease lasts 30 s.');
  });

  test('usage comes once, after all text', async () => {
    const model = await make([{ texts: ['a', 'b'] }]);
    const events = await collect(model.stream(REQUEST, QUIET));
    const types = events.map(({ type }) => type);
    expect(types.filter((type) => type === 'usage')).toHaveLength(1);
    expect(types.indexOf('usage')).toBeGreaterThan(types.lastIndexOf('text'));
  });

  test('calls come after all text, each with an id, and say why the model ended', async () => {
    const model = await make([{ texts: ['I look it up.'], calls: ['searchDocs', 'readDoc'] }]);
    const reply = await readReply(model, { ...REQUEST, tools: [{ name: 'searchDocs', description: 'Searches.', parameters: {} }] }, QUIET);
    expect(reply).toMatchObject({ text: 'I look it up.', finish: 'toolCalls' });
    expect(reply.calls.map(({ name, arguments: args }) => `${name} ${args}`)).toEqual(['searchDocs {}', 'readDoc {}']);
    expect(new Set(reply.calls.map(({ id }) => id)).size).toBe(2);
  });

  test('each call gets its own answer', async () => {
    const model = await make([{ texts: ['first'] }, { texts: ['second'] }]);
    const first = await collect(model.stream(REQUEST, QUIET));
    const second = await collect(model.stream(REQUEST, QUIET));
    expect([first[0], second[0]]).toEqual([{ type: 'text', text: 'first' }, { type: 'text', text: 'second' }]);
  });

  test('a call that is cancelled before it begins says nothing', async () => {
    const model = await make([{ texts: ['never'] }]);
    await expect(collect(model.stream(REQUEST, AbortSignal.abort()))).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('cancelling ends a silent model at once, with what was said before kept', async () => {
    const model = await make([{ texts: ['begun', 'never'], silentAfterFirst: true }]);
    const cancel = new AbortController();
    const said: string[] = [];
    const reading = (async () => {
      for await (const event of model.stream(REQUEST, cancel.signal)) {
        said.push(event.type === 'text' ? event.text : '');
        setImmediate(() => {
          cancel.abort();
        });
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: 'cancelled', retryable: false });
    expect(said).toEqual(['begun']);
  });

  test('a reader who has enough may leave', async () => {
    const model = await make([{ texts: ['one', 'two'], silentAfterFirst: true }]);
    for await (const event of model.stream(REQUEST, QUIET)) {
      expect(event).toEqual({ type: 'text', text: 'one' });
      break;
    }
  });
}
