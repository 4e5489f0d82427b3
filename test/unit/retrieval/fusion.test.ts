import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuseByReciprocalRank } from '../../../src/retrieval/fusion';
import type { Hit } from '../../../src/model/passage';

const hits = (...ids: string[]): Hit[] => ids.map((id, at) => ({ id, score: 1 - at / 10 }));

test('an id found by both rankings stands before ids found by one', () => {
  const fused = fuseByReciprocalRank([
    { name: 'keyword', weight: 1, hits: hits('a', 'both') },
    { name: 'static', weight: 1, hits: hits('b', 'both') },
  ]);
  expect(fused.map(({ id }) => id)).toEqual(['both', 'a', 'b']);
  expect(fused[0]?.ranks).toEqual({ keyword: 2, static: 2 });
});

test('first everywhere scores 1, and the cosine comes from the vector ranking only', () => {
  const [first] = fuseByReciprocalRank([
    { name: 'keyword', weight: 1, hits: [{ id: 'a', score: 17.3 }] },
    { name: 'semantic', weight: 3, hits: [{ id: 'a', score: 0.61 }] },
  ]);
  expect(first?.score).toBeCloseTo(1, 12);
  expect(first?.similarity).toBe(0.61);
});

test('a heavier ranking decides between two ids that are each found once', () => {
  const fused = fuseByReciprocalRank([
    { name: 'keyword', weight: 1, hits: hits('light') },
    { name: 'semantic', weight: 3, hits: hits('heavy') },
  ]);
  expect(fused.map(({ id }) => id)).toEqual(['heavy', 'light']);
});

test('no rankings give no hits', () => {
  expect(fuseByReciprocalRank([])).toEqual([]);
});

test('fusion is a permutation of the union, sorted, with scores in (0, 1]', () => {
  const ranking = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'));
  fc.assert(
    fc.property(ranking, ranking, fc.double({ min: 0.1, max: 9, noNaN: true }), (one, two, weight) => {
      const fused = fuseByReciprocalRank([
        { name: 'keyword', weight: 1, hits: hits(...one) },
        { name: 'semantic', weight, hits: hits(...two) },
      ]);
      expect(new Set(fused.map(({ id }) => id))).toEqual(new Set([...one, ...two]));
      expect(fused).toHaveLength(new Set([...one, ...two]).size);
      fused.forEach(({ score }, at) => {
        expect(score).toBeGreaterThan(0);
        expect(score).toBeLessThanOrEqual(1 + 1e-12);
        expect(score).toBeLessThanOrEqual(fused[at - 1]?.score ?? 2);
      });
    }),
  );
});
