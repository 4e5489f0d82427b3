import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPayloads } from '../../../../../src/adapters/openai/reading/payloads';

const encoder = new TextEncoder();

async function read(parts: Iterable<Uint8Array>): Promise<{ payloads: unknown[]; marked: boolean }> {
  const payloads: unknown[] = [];
  const reader = readPayloads(parts);
  for (;;) {
    const next = await reader.next();
    if (next.done === true) {
      return { payloads, marked: next.value };
    }
    payloads.push(next.value);
  }
}

async function check(text: string, payloads: unknown[], marked: boolean): Promise<void> {
  expect(await read([encoder.encode(text)])).toEqual({ payloads, marked });
}

test('each line of data is a payload, and [DONE] marks the end', async () => {
  await check('data: {"a":1}\n\ndata:{"a":2}\n\ndata: [DONE]\n\ndata: {"a":3}\n\n', [{ a: 1 }, { a: 2 }], true);
});

test('comments, names, ids and blank data are no payloads', async () => {
  await check(': ping\nid: 7\nretry: 10\nevent: chunk\ndata:\ndata: {"a":1}\n\n', [{ a: 1 }], false);
});

test('only the payload under the name "error" is an error', async () => {
  await check('event: error\ndata: {"m":1}\n\ndata: {"m":2}\n\n', [{ error: { m: 1 } }, { m: 2 }], false);
});

test('a last line that broke off is left out, a whole one is read', async () => {
  await check('data: {"a":1}\n\ndata: {"a":', [{ a: 1 }], false);
  await check('data: {"a":1}\n\ndata: {"a":2}', [{ a: 1 }, { a: 2 }], false);
});

test('a JSON document in several lines is one payload', async () => {
  await check('{\n  "data": [\n    1\n  ]\n}\n', [{ data: [1] }], true);
});

test('an empty body has no payloads', async () => {
  await check('', [], false);
  await check('\n \n', [], false);
});

test('line separators of Unicode do not end a line', async () => {
  await check('data: {"a":"x\u2028y"}\n\n', [{ a: 'x\u2028y' }], false);
});

test.each([
  ['a web page', '<!doctype html>\n<p>Welcome</p>', /web page/],
  ['plain words', 'upstream is gone', /not JSON/],
  ['a broken payload', 'data: {"a":\n\n', /not JSON/],
  ['a line without end', `data: ${'x'.repeat(4_000_001)}`, /far more/],
])('%s is a bad response', async (_name, text, message) => {
  await expect(read([encoder.encode(text)])).rejects.toMatchObject({ code: 'model.badResponse' });
  await expect(read([encoder.encode(text)])).rejects.toThrow(message);
});

test('a stream of sound payloads that never ends is ended', async () => {
  const line = encoder.encode(`data: {"a":"${'x'.repeat(100_000)}"}\n\n`);
  let sent = 0;
  const body = (function* () {
    for (;;) {
      sent += line.length;
      yield line;
    }
  })();
  await expect(read(body)).rejects.toThrow(/far more/);
  expect(sent).toBeLessThan(40_000_000);
});

test('how the bytes are split makes no difference', async () => {
  const bytes = encoder.encode('data: {"t":"é水🌊"}\r\n\r\nevent: error\r\ndata: {"m":"ß"}\r\n\r\ndata: [DONE]\r\n\r\n');
  const whole = await read([bytes]);
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat(bytes.length)), async (cuts) => {
      const edges = [0, ...cuts.sort((a, b) => a - b), bytes.length];
      const parts = edges.slice(1).map((edge, index) => bytes.slice(edges[index], edge));
      expect(await read(parts)).toEqual(whole);
    }),
  );
});
