import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestOf } from '../../../../src/adapters/minisearch/bestOf';

test('the best k of any scores are those that sorting finds', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), fc.nat(10), (scores, k) => {
      const sorted = scores
        .map((score, index) => ({ index, score }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .slice(0, k);
      expect(bestOf(Float64Array.from(scores), k)).toEqual(sorted);
    }),
  );
});
