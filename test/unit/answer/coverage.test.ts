import { expect, test } from 'vitest';
import { confidenceOf, isUngrounded, measureCoverage } from '../../../src/answer/coverage';

const known = (n: number) => n <= 3;

function check(answer: string, cited: number, sentences: number) {
  const coverage = measureCoverage(answer, known);
  expect([coverage.cited, coverage.sentences]).toEqual([cited, sentences]);
  expect(coverage.share).toBe(sentences === 0 ? undefined : cited / sentences);
}

test('sentences that state something are counted, and those of them that cite', () => {
  check('It caches [1]. It is fast. [2] It is small.', 2, 3);
  check('会缓存[1]。很快很快。', 1, 2);
  check('- one thing [1]\n- two things\n', 1, 2);
  check('| a | b |\n|---|---|\n| port | 80 [1] |\n| host | local |', 1, 2);
});

test('headings, code, lead-ins and courtesies count neither way', () => {
  check('# Caching\n\nDo this:\n\n```\nrun.\n```\n\nIt caches [1].\n\nI hope this helps!', 1, 1);
});

test('a marker in code, or of no evidence, is no citation', () => {
  check('It caches `a[1]`. It is fast [9].', 0, 2);
});

test('an answer that states nothing has no coverage', () => {
  check('Sure!', 0, 0);
});

test('confidence is the best score less what is not cited', () => {
  expect(confidenceOf({ sentences: 4, cited: 3, share: 0.75 }, 0.8)).toBeCloseTo(0.6);
  expect(confidenceOf({ sentences: 0, cited: 0 }, 0.8)).toBe(0.8);
  expect(confidenceOf({ sentences: 1, cited: 1, share: 1 }, 1.7)).toBe(1);
});

test('only an answer without citations from weak evidence is ungrounded', () => {
  expect(isUngrounded({ sentences: 2, cited: 0, share: 0 }, 'LOW')).toBe(true);
  expect(isUngrounded({ sentences: 2, cited: 0, share: 0 }, 'HIGH')).toBe(false);
  expect(isUngrounded({ sentences: 2, cited: 1, share: 0.5 }, 'LOW')).toBe(false);
  expect(isUngrounded({ sentences: 0, cited: 0 }, 'LOW')).toBe(false);
});
