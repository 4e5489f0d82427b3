import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryDirection, meanDirection, normalize } from '../../../../src/adapters/embeddings/vectors';

const lengthOf = (vector: Float32Array): number => Math.hypot(...vector);
const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

test('a vector keeps its direction and gets length 1', () => {
  expect([...normalize(Float32Array.of(3, 4))]).toEqual([expect.closeTo(0.6), expect.closeTo(0.8)]);
});

test('a vector of zeros has no direction and stays', () => {
  expect([...normalize(new Float32Array(3))]).toEqual([0, 0, 0]);
});

test('the mean direction counts every row once', () => {
  const rows = Float32Array.of(1, 0, 1, 0, 0, 2);
  expect([...meanDirection(rows, 2)]).toEqual([expect.closeTo(Math.SQRT1_2), expect.closeTo(Math.SQRT1_2)]);
});

test('an arbitrary direction is a unit vector that the text alone decides', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const direction = arbitraryDirection(text, 256);
      expect(lengthOf(direction)).toBeCloseTo(1, 4);
      expect(arbitraryDirection(text, 256)).toEqual(direction);
    }),
  );
});

test('arbitrary directions of different texts are nearly orthogonal', () => {
  const texts = ['', ' ', 'a', 'b', '🚀', '🚁', 'தமிழ்'];
  const directions = texts.map((text) => arbitraryDirection(text, 256));
  const overlaps = directions.flatMap((a, i) => directions.slice(i + 1).map((b) => Math.abs(dot(a, b))));
  expect(Math.max(...overlaps)).toBeLessThan(0.3);
});
