import { expect, test } from 'vitest';
import { comparePaired, seededRandom } from '../../../src/evaluation/bootstrap';

/** Compares a run in which `lost` of 50 answers went wrong and `won` others became right. */
function compare(lost: number, won: number) {
  const pairs = Array.from({ length: 50 }, (_, at) => [at < lost ? 1 : 0, at >= 50 - won ? 1 : 0] as const);
  return comparePaired(pairs, seededRandom(1));
}

test('one answer lost in fifty may be chance, six are not', () => {
  expect(compare(1, 0)).toMatchObject({ mean: -0.02, high: 0 });
  expect(compare(6, 0).high).toBeLessThan(0);
});

test('gains make up for losses', () => {
  expect(compare(6, 6).high).toBeGreaterThan(0);
  expect(compare(0, 6).low).toBeGreaterThan(0);
});

test('nothing to compare is no difference', () => {
  expect(comparePaired([], seededRandom(1))).toEqual({ mean: 0, low: 0, high: 0 });
});

test('the same seed gives the same verdict, and the numbers fill the range', () => {
  expect(compare(3, 1)).toEqual(compare(3, 1));
  const random = seededRandom(42);
  const values = Array.from({ length: 2_000 }, random);
  const tenths = new Set(values.map((value) => Math.floor(value * 10)));
  expect([...tenths].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
