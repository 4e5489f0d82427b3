import { expect, test } from 'vitest';
import { maxSim, quantizeRows } from '../../../../src/adapters/embeddings/lateInteraction';
import { TokenCache } from '../../../../src/adapters/embeddings/tokenCache';

const WIDTH = 4;

/** Rows of a matrix as token vectors; a query's first and last row only mark its ends. */
function tokens(...rows: readonly (readonly number[])[]) {
  return quantizeRows(Float32Array.from(rows.flat()), WIDTH);
}

const END = [1, 1, 1, 1];
const X = [1, 0, 0, 0];
const Y = [0, 2, 0, 0];

test('a text that has every token of the query scores 1, one that has half of them scores .5', () => {
  const query = tokens(END, X, Y, END);
  expect(maxSim(query, tokens(Y, X), WIDTH)).toBeCloseTo(1, 2);
  expect(maxSim(query, tokens(X), WIDTH)).toBeCloseTo(0.5, 2);
  expect(maxSim(query, tokens([0, 0, 3, 0]), WIDTH)).toBeCloseTo(0, 2);
  expect(maxSim(query, tokens([-1, 0, 0, 0], [0, -1, 0, 0]), WIDTH)).toBeCloseTo(0, 2);
});

test('the length of a row does not count, only its direction', () => {
  const query = tokens(END, X, END);
  expect(maxSim(query, tokens([1e-3, 0, 0, 0]), WIDTH)).toBeCloseTo(maxSim(query, tokens([1e3, 0, 0, 0]), WIDTH), 5);
});

test('a query without tokens between its ends, and a row of zeros, are no numbers to trip over', () => {
  expect(maxSim(tokens(END, END), tokens(X), WIDTH)).toBe(0);
  expect(maxSim(tokens(END, [0, 0, 0, 0], END), tokens(X), WIDTH)).toBe(0);
});

test('what was used last stays, what was not goes first', () => {
  const text = (length: number) => ({ direction: new Float32Array(1), tokens: { rows: new Int8Array(length), count: 1 } });
  const cache = new TokenCache(100);
  cache.put('a', text(40));
  cache.put('b', text(40));
  cache.get('a');
  cache.put('c', text(40));
  expect(['a', 'b', 'c'].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true]);
  cache.put('big', text(1_000));
  expect(['a', 'c', 'big'].map((key) => cache.get(key) !== undefined)).toEqual([false, false, true]);
});
