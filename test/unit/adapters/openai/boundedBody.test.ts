import { expect, test } from 'vitest';
import { withBoundedFailure } from '../../../../src/adapters/openai/boundedBody';

/** A body that never ends, and whether its reader has gone. */
function endless() {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => { controller.enqueue(new Uint8Array(10_000).fill(120)); },
    cancel: () => { isCancelled = true; },
  });
  return { body, isCancelled: () => isCancelled };
}

test('a failure that never ends telling is read from its beginning, and its sender let go', async () => {
  const { body, isCancelled } = endless();
  const bounded = withBoundedFailure(new Response(body, { status: 500, headers: { 'retry-after': '3' } }));
  expect((await bounded.text()).length).toBe(256 * 1024);
  expect([bounded.status, bounded.headers.get('retry-after')]).toEqual([500, '3']);
  await expect.poll(isCancelled).toBe(true);
});

test('a short failure is whole, and an answer is left alone', async () => {
  expect(await withBoundedFailure(new Response('no such model', { status: 404 })).text()).toBe('no such model');
  const answer = new Response('data: …');
  expect(withBoundedFailure(answer)).toBe(answer);
});
