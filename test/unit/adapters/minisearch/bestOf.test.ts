import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestOf } from '../../../../src/adapters/minisearch/bestOf';

test('the best k of any scores that are accepted are those that sorting finds', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), fc.nat(10), fc.integer({ min: 1, max: 4 }), (scores, k, step) => {
      const accepts = (index: number) => index % step === 0;
      const sorted = scores
        .map((score, index) => ({ index, score }))
        .filter(({ score, index }) => score > 0 && accepts(index))
        .sort((a, b) => b.score - a.score)
        .slice(0, k);
      expect(bestOf(Float64Array.from(scores), k, accepts)).toEqual(sorted);
    }),
  );
});
