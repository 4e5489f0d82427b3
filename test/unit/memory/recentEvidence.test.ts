import { expect, test } from 'vitest';
import { recentEvidence } from '../../../src/memory/recentEvidence';
import type { Evidence } from '../../../src/model/evidence';

const evidence = (n: number): Evidence => ({
  n,
  passage: { path: `${n}.md`, kind: 'text', headings: [], span: { start: 0, end: 1, startLine: 1, endLine: 1 }, text: 'x', key: 'x', score: 1, ranks: {} },
});

function check(turns: readonly (readonly number[])[], expected: readonly number[]) {
  expect(recentEvidence(turns.map((numbers) => numbers.map(evidence))).map(({ n }) => n)).toEqual(expected);
}

test('the last two turns count, oldest first', () => {
  check([], []);
  check([[1, 2]], [1, 2]);
  check([[1], [2, 3], [4]], [2, 3, 4]);
});

test('a turn that found nothing does not push one out that did', () => {
  check([[1], [], [2], []], [1, 2]);
});
