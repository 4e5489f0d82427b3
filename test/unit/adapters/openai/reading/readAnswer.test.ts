import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAnswer, type Call } from '../../../../../src/adapters/openai/reading/readAnswer';
import { AssistantError } from '../../../../../src/model/errors';
import type { ChatEvent } from '../../../../../src/model/ports';

const CALL: Call = {
  endpoint: { baseUrl: 'http://tide:1/v1', shown: 'http://tide:1/v1', host: 'tide:1', model: 'tide-1' },
  signal: new AbortController().signal,
  firstTokenTimeoutMs: 60_000,
  idleTimeoutMs: 60_000,
  translate: (raw) => new AssistantError('model.badResponse', String(raw)),
  request: { messages: [{ role: 'user', content: 'Why?' }], stop: ['<|END|>'], tools: [{ name: 'searchDocs', description: 'Searches.', parameters: {} }] },
  modelId: 'tide-1',
};

/** What is said before the end, which may be an error of ours; any other is a failure of the test. */
async function read(body: Iterable<Uint8Array>): Promise<ChatEvent[]> {
  const events: ChatEvent[] = [];
  try {
    for await (const event of readAnswer(body, CALL)) {
      events.push(event);
    }
  } catch (error) {
    expect(error).toBeInstanceOf(AssistantError);
  }
  return events;
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const ORDER = ['text', 'toolCalls', 'usage', 'finish'];

function checkOrder(events: readonly ChatEvent[]): void {
  const types = events.map(({ type }) => type);
  expect(types).toEqual([...types].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)));
  expect(new Set(types.filter((type) => type !== 'text')).size).toBe(types.filter((type) => type !== 'text').length);
}

test('whatever bytes a server sends, they end as events in order or as an error of ours', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 200 })), async (body) => {
      checkOrder(await read(body));
    }),
  );
});

const shape = fc.letrec((tie) => ({
  name: fc.constantFrom('content', 'tool_calls', 'function', 'arguments', 'name', 'id', 'index', 'reasoning', 'extra_content', 'finish_reason', 'text'),
  value: fc.oneof({ depthSize: 'small' }, fc.constantFrom('<|END|>', '<think>', '{"a":1}', '', 'x', 0, 1, null, 'stop', 'length'), fc.dictionary(tie('name') as fc.Arbitrary<string>, tie('value')), fc.array(tie('value'), { maxLength: 3 })),
})).value;

test('whatever a server puts where text and calls belong, it ends as events in order or as an error of ours', async () => {
  const delta = fc.record({ content: shape, tool_calls: fc.oneof(shape, fc.array(shape)), reasoning_content: shape, reasoning_details: shape, finish_reason: shape }, { requiredKeys: [] });
  await fc.assert(
    fc.asyncProperty(fc.array(delta, { maxLength: 8 }), async (deltas) => {
      const lines = deltas.map(({ finish_reason, ...fields }) => `data: ${JSON.stringify({ choices: [{ delta: fields, finish_reason }] })}\n\n`);
      const events = await read([encode([...lines, 'data: [DONE]\n\n'].join(''))]);
      checkOrder(events);
      expect(JSON.stringify(events.filter(({ type }) => type === 'text'))).not.toContain('<|END|>');
    }),
  );
});
