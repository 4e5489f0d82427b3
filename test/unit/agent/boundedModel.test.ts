import { expect, test } from 'vitest';
import { boundedModel, RESPONSE_MS } from '../../../src/agent/boundedModel';
import type { AssistantError } from '../../../src/model/errors';
import type { ChatEvent } from '../../../src/model/ports';
import type { AnyStep } from '../../support/anyModel';
import { createAnyModel } from '../../support/anyModel';
import { createVirtualTime } from '../../support/virtualTime';

const HOURS = 1e8;

/** Lets a model respond once; what it told, when it was over, and what it threw. */
async function respond(script: readonly AnyStep[], abortAfterMs?: number) {
  const time = createVirtualTime();
  const model = createAnyModel({ plans: [], replies: [script] }, time.schedule);
  const person = new AbortController();
  if (abortAfterMs !== undefined) {
    time.schedule(abortAfterMs, () => { person.abort(); });
  }
  const events: ChatEvent[] = [];
  const work = (async () => {
    for await (const event of boundedModel(model, time.schedule).stream({ messages: [] }, person.signal)) {
      events.push(event);
    }
  })();
  const error = await time.run(work).then(() => undefined, (reason: unknown) => reason);
  return { events, error, ms: time.now(), pending: time.pending, open: model.open.filter(({ aborted }) => !aborted) };
}

const textOf = (events: readonly ChatEvent[]) => events.map((event) => (event.type === 'text' ? event.text : '')).join('');

test('a response that ends is passed on as it is', async () => {
  const { events, error, pending } = await respond(['One. ', { waitMs: 1_000 }, 'Two.', { used: 3 }, { finish: 'stop' }]);
  expect(events).toEqual([
    { type: 'text', text: 'One. ' }, { type: 'text', text: 'Two.' }, { type: 'usage', usage: { outputTokens: 3 } }, { type: 'finish', reason: 'stop' },
  ]);
  expect({ error, pending }).toEqual({ error: undefined, pending: 0 });
});

test.each([true, false])('one that falls silent ends with what it said, as at its limit; heeds nothing: %s', async (isDeaf) => {
  const { events, error, ms, pending, open } = await respond(['One.', { waitMs: HOURS, isDeaf }]);
  expect(events).toEqual([{ type: 'text', text: 'One.' }, { type: 'finish', reason: 'length' }]);
  expect({ error, ms, pending, open }).toEqual({ error: undefined, ms: RESPONSE_MS, pending: 0, open: [] });
});

test('one that says nothing at all fails', async () => {
  const { events, error, ms } = await respond(['', { waitMs: HOURS }]);
  expect(textOf(events)).toBe('');
  expect(error).toMatchObject({ code: 'model.emptyAnswer', message: expect.stringContaining('any wrote nothing within 600 s') as string });
  expect(ms).toBe(RESPONSE_MS);
});

test.each(['word ', '', '令'])('one that does not stop is ended: "%s"', async (repeat) => {
  const { events, error, pending, open } = await respond([{ repeat, times: 200_000 }]);
  expect(events.at(-1)).toEqual({ type: 'finish', reason: 'length' });
  expect(textOf(events).length).toBeLessThanOrEqual(100_000);
  expect({ error, pending, open }).toEqual({ error: undefined, pending: 0, open: [] });
});

test.each([true, false])('a person who stops it does not wait for it; heeds nothing: %s', async (isDeaf) => {
  const { error, ms, open } = await respond(['One.', { waitMs: HOURS, isDeaf }], 50);
  expect(error).toMatchObject({ code: 'cancelled' });
  expect({ ms, open }).toEqual({ ms: 50, open: [] });
});

test('one that says it was cancelled, although nobody did that, has failed', async () => {
  const { error } = await respond([{ fail: 'cancelled' }]);
  expect(error).toMatchObject({ code: 'model.unreachable', retryable: true });
  expect((error as AssistantError).cause).toMatchObject({ code: 'cancelled' });
});

test('any other failure is passed on', async () => {
  expect((await respond([{ fail: 'model.rateLimited' }])).error).toMatchObject({ code: 'model.rateLimited' });
  expect((await respond([{ fail: 'TypeError' }])).error).toBeInstanceOf(TypeError);
});
