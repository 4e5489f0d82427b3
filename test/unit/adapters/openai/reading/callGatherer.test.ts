import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CallGatherer } from '../../../../../src/adapters/openai/reading/callGatherer';

/** One payload: the pieces of calls in it, each `index id name arguments`; `-` for what is missing. */
type Payload = readonly (readonly [index: number | '-', id: string, name: string, args: unknown])[];

function gather(payloads: readonly Payload[], taken: string[] = []): { id: string; name: string; arguments: string }[] {
  const gatherer = new CallGatherer();
  for (const payload of payloads) {
    gatherer.add(
      payload.map(([index, id, name, args]) => ({
        ...(index === '-' ? {} : { index }),
        ...(id === '-' ? {} : { id }),
        function: { ...(name === '-' ? {} : { name }), ...(args === '-' ? {} : { arguments: args }) },
      })),
    );
  }
  let made = 0;
  return gatherer.end('here', new Set(taken), () => `made${++made}`).map((call) => ({ ...call }));
}

/** Calls as `id name arguments`. */
function check(payloads: readonly Payload[], expected: readonly string[], taken: string[] = []): void {
  expect(gather(payloads, taken).map(({ id, name, arguments: args }) => `${id} ${name} ${args}`)).toEqual(expected);
}

const A = '{"q":"a"}';
const B = '{"q":"b"}';

test.each<[string, readonly Payload[], readonly string[]]>([
  ['as OpenAI has it', [[[0, 'x', 's', '']], [[0, '-', '-', '{"q":']], [[0, '-', '-', '"a"}']], [[1, 'y', 's', '']], [[1, '-', '-', B]]], [`x s ${A}`, `y s ${B}`]],
  ['interleaved', [[[0, 'x', 's', '']], [[1, 'y', 's', '']], [[0, '-', '-', A]], [[1, '-', '-', B]]], [`x s ${A}`, `y s ${B}`]],
  ['without an index, one a payload', [[['-', 'x', 's', A]], [['-', 'y', 's', B]]], [`x s ${A}`, `y s ${B}`]],
  ['without an index, both at once', [[['-', 'x', 's', A], ['-', 'y', 's', B]]], [`x s ${A}`, `y s ${B}`]],
  ['with an index that is always 0', [[[0, 'x', 's', A]], [[0, 'y', 's', B]]], [`x s ${A}`, `y s ${B}`]],
  ['with an index that is always 0, in pieces', [[[0, 'x', 's', '']], [[0, '-', '-', A]], [[0, 'y', 's', '']], [[0, '-', '-', B]]], [`x s ${A}`, `y s ${B}`]],
  ['with an index that is always 0, without ids', [[[0, '-', 's', A]], [[0, '-', 's', B]]], [`made1 s ${A}`, `made2 s ${B}`]],
  ['with an index that is always 0, of two tools', [[[0, '-', 's', A]], [[0, '-', 'r', '']], [[0, '-', '-', B]]], [`made1 s ${A}`, `made2 r ${B}`]],
  ['without index, id and, the second time, name', [[['-', '-', 's', A]], [['-', '-', '-', B]]], [`made1 s ${A}`, `made2 s ${B}`]],
  ['twice the same index in one payload', [[[0, 'x', 's', A], [0, 'y', 's', B]]], [`x s ${A}`, `y s ${B}`]],
  ['as an object', [[[0, 'x', 's', { q: 'a' }]]], [`x s ${A}`]],
  ['with an id that changes', [[[0, 'x', 's', '']], [[0, 'y', '-', '{"q":']], [[0, 'z', '-', '"a"}']]], [`x s ${A}`]],
  ['with the same id twice', [[[0, 'x', 's', A]], [[1, 'x', 's', B]]], [`x s ${A}`, `made1 s ${B}`]],
  ['with an id that is null later', [[[0, 'x', 's', '']], [[0, null as never, '-', A]]], [`x s ${A}`]],
  ['with the name in each piece', [[[0, 'x', 's', '']], [[0, 'x', 's', '{"q":']], [[0, 'x', 's', '"a"}']], [[0, 'x', 's', '']]], [`x s ${A}`]],
  ['with an empty name in later pieces', [[[0, 'x', 's', '']], [[0, '-', '', A]]], [`x s ${A}`]],
  ['with all arguments so far in each piece', [[[0, 'x', 's', '']], [[0, '-', '-', '{"q"']], [[0, '-', '-', '{"q":"a']], [[0, '-', '-', A]]], [`x s ${A}`]],
  ['with all arguments once more at the end', [[[0, 'x', 's', '{"q":']], [[0, '-', '-', '"a"}']], [[0, '-', '-', A]]], [`x s ${A}`]],
  ['at three indexes, under one id', [[[0, 'x', 's', A]], [[1, 'x', 's', A]], [[2, 'x', 's', A]]], [`x s ${A}`]],
  ['at three indexes, without ids', [[[0, '-', 's', A]], [[1, '-', 's', A]], [[2, '-', 's', A]]], [`made1 s ${A}`]],
  ['with an empty object first', [[[0, 'x', 's', '{}']], [[0, '-', '-', A]]], [`x s ${A}`]],
  ['without arguments', [[[0, 'x', 's', '']]], ['x s {}']],
  ['with null for arguments', [[[0, 'x', 's', null]]], ['x s {}']],
  ['encoded twice', [[[0, 'x', 's', JSON.stringify(A)]]], [`x s ${A}`]],
  ['that breaks off', [[[0, 'x', 's', '{"q":"a']]], ['x s {"q":"a']],
  ['without a name', [[[0, 'x', '-', A]]], []],
])('a call that comes %s is one call for each that was made', (_name, payloads, expected) => {
  check(payloads, expected);
});

test('an object inside of another that begins like it is not taken for a repetition', () => {
  check([[[0, 'x', 's', '{"q":']], [[0, '-', '-', '{"q":1}}']]], ['x s {"q":{"q":1}}']);
});

test('an id that another call of the conversation has is replaced', () => {
  check([[[0, 'call_0', 's', A]]], [`made1 s ${A}`], ['call_0']);
  check([[[0, 'x'.repeat(65), 's', A]]], [`made1 s ${A}`]);
});

test('what stands beside a call is kept for the model that sent it', () => {
  const gatherer = new CallGatherer();
  gatherer.add([{ index: 0, id: 'x', function: { name: 's', arguments: A } }]);
  gatherer.add([{ index: 0, extra_content: { google: { thought_signature: 'c2ln' } } }]);
  expect(gatherer.end('here', new Set(), () => '')).toEqual([{ id: 'x', name: 's', arguments: A, replay: { here: { extra_content: { google: { thought_signature: 'c2ln' } } } } }]);
});

test('there is an end to calls and to arguments', () => {
  expect(gather([Array.from({ length: 300 }, (_, i) => [i, `x${i}`, 's', `{"q":${i}}`] as const)])).toHaveLength(64);
  const [call] = gather(Array.from({ length: 30 }, () => [[0, 'x', 's', 'y'.repeat(10_000)] as const]));
  expect(call?.arguments.length).toBeLessThanOrEqual(200_000);
});

test('no payload makes the gatherer fail, and what it gives is sound', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.jsonValue())), (payloads) => {
      const gatherer = new CallGatherer();
      payloads.forEach((payload) => { gatherer.add(payload); });
      let made = 0;
      const calls = gatherer.end('here', new Set(), () => `made${++made}`);
      expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
      expect(calls.every(({ name, arguments: args }) => name !== '' && args !== '')).toBe(true);
    }),
  );
});

test('however arguments are cut into pieces, they come out whole', () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 });
  fc.assert(
    fc.property(object, fc.array(fc.nat(200)), (value, cuts) => {
      const text = JSON.stringify(value);
      const edges = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length];
      const pieces = edges.slice(1).map((edge, i) => text.slice(edges[i], edge));
      const gatherer = new CallGatherer();
      gatherer.add([{ index: 0, id: 'x', function: { name: 's', arguments: '' } }]);
      pieces.forEach((piece) => { gatherer.add([{ index: 0, function: { arguments: piece } }]); });
      expect(gatherer.end('here', new Set(), () => 'made')).toEqual([{ id: 'x', name: 's', arguments: text }]);
    }),
  );
});
