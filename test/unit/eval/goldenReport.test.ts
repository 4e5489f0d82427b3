import { expect, test } from 'vitest';
import { findDrops, meanOf } from '../../eval/goldenReport';

/** Rows of 50 questions, of which the last `lost` cite nothing that was expected. */
function rows(lost: number) {
  return Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`q${at}`, { cited: at < 50 - lost ? 1 : 0, decision: 1 }]));
}

test('a drop beyond chance is named by its measure', () => {
  expect(findDrops(rows(0), rows(6)).map(({ measure }) => measure)).toEqual(['cited']);
});

test('one answer lost, a gain, and new questions are no drop', () => {
  expect(findDrops(rows(0), rows(1))).toEqual([]);
  expect(findDrops(rows(6), rows(0))).toEqual([]);
  expect(findDrops({}, rows(50))).toEqual([]);
});

test('questions without a measure do not count in its mean', () => {
  expect(meanOf([{ cited: 1, decision: 0 }, { decision: 1 }, { cited: 0, decision: 1 }], 'cited')).toBe(0.5);
});
