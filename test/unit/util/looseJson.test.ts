import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseLoosely } from '../../../src/util/looseJson';

test('what is JSON is read as JSON reads it', () => {
  const value = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }))));
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 2, '\t'), (json, indent) => {
      const text = JSON.stringify(json, undefined, indent);
      expect(parseLoosely(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: 300 },
  );
});

test('what models make of JSON is read all the same', () => {
  const wanted = { list: [{ a: 1, b: 'x' }] };
  for (const text of [
    'Sure, as asked in [1]:\n```json\n{"list": [{"a": 1, "b": "x"}]}\n```\nDone.',
    "{'list': [{'a': 1, 'b': 'x'}]}",
    '{list: [{a: 1, b: x}]}',
    '{"list": [{"a": 1, "b": "x",},],}',
    '{"list": [{"a": 1 "b": "x"}]}',
    '｛“list”：［｛“a”：1，“b”：“x”｝］｝',
    '{"list": [{"a": 1, "b": "x"',
  ]) {
    expect(parseLoosely(text), text).toEqual(wanted);
  }
});

test('quotes inside a string need no backslash, and an apostrophe ends nothing', () => {
  expect(parseLoosely('{"reason": "it says "five" tries", "n": 2}')).toEqual({ reason: 'it says "five" tries', n: 2 });
  expect(parseLoosely("{'reason': 'it doesn't say', 'n': None}")).toEqual({ reason: "it doesn't say", n: null });
});

test('a key without a value does not take that of the next', () => {
  expect(parseLoosely('{"line": , "verdict": "not"}')).toEqual({ verdict: 'not' });
});

test('a key cannot reach the prototype', () => {
  const value = parseLoosely('{"__proto__": {"polluted": true}}');
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

test('a list of objects is read, prose has none', () => {
  expect(parseLoosely('see [1]: [{"a": true}]')).toEqual([{ a: true }]);
  expect(parseLoosely('I cannot help with [1] that.')).toBeUndefined();
});

test('any text at all is read in linear time, and never throws', () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom('{', '[', '"', "'", '\\', ',', ':', ' ', '}', ']', 'a', '“') }), (text) => {
    parseLoosely(text);
  }));
  for (const piece of ['{', '["', '{"a":', "{'' ", '"\\', '{"  ']) {
    expect(() => parseLoosely(`{${piece.repeat(50_000)}`)).not.toThrow();
  }
});
