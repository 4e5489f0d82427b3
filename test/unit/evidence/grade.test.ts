import { expect, test } from 'vitest';
import { gradeEvidence } from '../../../src/evidence/grade';
import { THRESHOLDS } from '../../../src/evidence/thresholds';
import type { Grade } from '../../../src/model/evidence';
import type { Passage } from '../../../src/model/passage';

const TEXT = 'The cache keeps vectors for thirty days.';

function check(question: string, extra: Partial<Passage>, grade: Grade) {
  const span = { start: 0, end: TEXT.length, startLine: 1, endLine: 1 };
  const passage: Passage = { path: 'a.md', kind: 'text', headings: [], span, text: TEXT, key: 'k', score: 1, ranks: {}, ...extra };
  expect(gradeEvidence(question, [passage])).toBe(grade);
}

test('words and meaning together are a good match', () => {
  check('How long does the cache keep vectors?', { similarity: 0.6 }, 'HIGH');
  check('How long does the cache keep vectors?', { similarity: 0.35 }, 'HIGH');
});

test('all words and the first place among keywords are a good match without vectors', () => {
  check('cache vectors', { ranks: { keyword: 1 } }, 'HIGH');
});

test('meaning without words, or words without meaning, is uncertain', () => {
  check('How long is data retained?', { similarity: 0.6 }, 'AMBIGUOUS');
  check('cache vectors', { similarity: 0.1, ranks: { keyword: 7 } }, 'AMBIGUOUS');
});

test('neither is a weak match', () => {
  check('What is the capital of France?', { similarity: 0.1 }, 'LOW');
  check('cache of the moon', { similarity: 0.1, ranks: { keyword: 1 } }, 'LOW');
});

test('no evidence is a weak match', () => {
  expect(gradeEvidence('cache', [])).toBe('LOW');
});

test('a probability from a reranker decides alone', () => {
  const { high, low } = THRESHOLDS.relevance;
  check('What is the capital of France?', { relevance: high }, 'HIGH');
  check('cache vectors', { relevance: low, similarity: 0.6, ranks: { keyword: 1 } }, 'AMBIGUOUS');
  check('cache vectors', { relevance: low - 0.01, similarity: 0.6, ranks: { keyword: 1 } }, 'LOW');
});

test('a question about a name that stands nowhere is a weak match, however near the passages are', () => {
  const near = { relevance: THRESHOLDS.relevance.high, ranks: { keyword: 1 } };
  check('What does TW-9999 mean?', near, 'LOW');
  check('What is max_widgets for?', near, 'LOW');
  check('What does `frob` do?', near, 'LOW');
  check('What does parseWidget return?', near, 'LOW');
  check('Is there a take-over?', near, 'HIGH');
  check('如何导出到 Excel？', near, 'LOW');
  check('cache 保存多久？', near, 'HIGH');
  check('cache 能导出到 Excel 吗？', near, 'HIGH');
  check('缓存保存多久？', near, 'HIGH');
});
