import fc from 'fast-check';
import { expect, test } from 'vitest';
import { batches, roughTokens, withinTokens, type Item } from '../../../../../src/adapters/openai/embedding/batches';

const items = (...texts: string[]): Item[] => texts.map((text, at) => ({ at, text }));

function check(texts: string[], limits: { maxItems: number; maxTokens: number }, expected: readonly (readonly number[])[]): void {
  expect([...batches(items(...texts), limits)].map((batch) => batch.map(({ at }) => at))).toEqual(expected);
}

test('items are cut by their number and by their tokens', () => {
  check([], { maxItems: 2, maxTokens: 10 }, []);
  check(['a', 'b', 'c'], { maxItems: 2, maxTokens: 10 }, [[0, 1], [2]]);
  check(['a'.repeat(15), 'b'.repeat(15), 'c'], { maxItems: 9, maxTokens: 10 }, [[0, 1], [2]]);
  check(['a'.repeat(99), 'b'], { maxItems: 9, maxTokens: 10 }, [[0], [1]]);
});

test('a limit that shrinks in between holds from the next batch on', () => {
  const limits = { maxItems: 2, maxTokens: 100 };
  const cut = batches(items('a', 'b', 'c', 'd'), limits);
  expect(cut.next().value).toHaveLength(2);
  limits.maxItems = 1;
  expect([...cut]).toHaveLength(2);
});

test.each([
  ['', 0],
  ['abc', 1],
  ['abcd', 2],
  ['\u6f6e\u6c34', 2],
  ['a\u6f6e', 2],
])('%j has roughly %i tokens', (text, expected) => {
  expect(roughTokens(text)).toBe(expected);
});

test('a text is cut to its limit, from the beginning, and never inside of a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.nat(60), (text, maxTokens) => {
      const cut = withinTokens(text, maxTokens);
      expect(text.startsWith(cut)).toBe(true);
      expect(roughTokens(cut)).toBeLessThanOrEqual(maxTokens);
      expect(cut.isWellFormed()).toBe(true);
      expect(cut === text || roughTokens(text) > maxTokens).toBe(true);
    }),
  );
});
