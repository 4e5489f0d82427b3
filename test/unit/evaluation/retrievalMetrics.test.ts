import fc from 'fast-check';
import { expect, test } from 'vitest';
import { averageOf, meanScores, percentile, RETRIEVAL_METRICS, scoreRanking } from '../../../src/evaluation/retrievalMetrics';

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `other${at}`);

test('a ranking that begins with all that is relevant scores 1 throughout', () => {
  const judgements = new Map([['a', 2], ['b', 1], ['c', 0]]);
  expect(scoreRanking(['a', 'b', 'c'], judgements)).toEqual({
    'ndcg@10': 1, 'mrr@10': 1, 'recall@5': 1, 'recall@10': 1, 'recall@20': 1, 'pass@5': 1,
  });
});

test('each measure counts as far as it looks', () => {
  const judgements = new Map([['a', 1], ['b', 1]]);
  const ranked = [...numbered(5), 'a', ...numbered(10), 'b'];
  expect(scoreRanking(ranked, judgements)).toEqual({
    'ndcg@10': 1 / Math.log2(7) / (1 + 1 / Math.log2(3)),
    'mrr@10': 1 / 6, 'recall@5': 0, 'recall@10': 0.5, 'recall@20': 1, 'pass@5': 0,
  });
});

test('the more relevant document first is worth more than the other way round', () => {
  const judgements = new Map([['much', 2], ['little', 1]]);
  const [best, worse] = [['much', 'little'], ['little', 'much']].map((ranked) => scoreRanking(ranked, judgements)?.['ndcg@10']);
  expect(best).toBe(1);
  expect(worse).toBeCloseTo((1 + 2 / Math.log2(3)) / (2 + 1 / Math.log2(3)));
});

test('a query without a relevant document has no score', () => {
  expect(scoreRanking(['a'], new Map([['a', 0]]))).toBeUndefined();
});

test('every score lies between 0 and 1, and a mean of scores is one of them', () => {
  const ids = fc.uniqueArray(fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyz')));
  const judgements = fc.dictionary(fc.constantFrom(...Array.from('abcdefgh')), fc.integer({ min: 0, max: 3 }));
  fc.assert(fc.property(ids, judgements, (ranked, judged) => {
    const scores = scoreRanking(ranked, new Map(Object.entries(judged)));
    if (scores !== undefined) {
      expect(RETRIEVAL_METRICS.every((metric) => scores[metric] >= 0 && scores[metric] <= 1 + 1e-9)).toBe(true);
      const mean = meanScores([scores, scores]);
      expect(RETRIEVAL_METRICS.every((metric) => Math.abs(mean[metric] - scores[metric]) < 1e-9)).toBe(true);
    }
  }));
});

test('a percentile is one of the values, whatever their order', () => {
  expect(percentile([5, 1, 4, 2, 3], 0.5)).toBe(3);
  expect(percentile([5, 1, 4, 2, 3], 0.95)).toBe(5);
  expect(percentile([7], 0.01)).toBe(7);
  expect([percentile([], 0.5), averageOf([])]).toEqual([0, 0]);
});
