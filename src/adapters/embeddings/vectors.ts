/** Scales a vector in place to length 1. A vector without a direction (all zero, or not finite) stays as it is. */
export function normalize(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) {
    squares += value * value;
  }
  const length = Math.sqrt(squares);
  if (length > 0 && Number.isFinite(length)) {
    for (let i = 0; i < vector.length; i++) {
      vector[i] = (vector[i] ?? 0) / length;
    }
  }
  return vector;
}

/** The direction of the mean of the rows of a matrix, row-major with `width` columns. */
export function meanDirection(rows: Float32Array, width: number): Float32Array {
  const sum = new Float32Array(width);
  for (let start = 0; start < rows.length; start += width) {
    for (let column = 0; column < width; column++) {
      sum[column] = (sum[column] ?? 0) + (rows[start + column] ?? 0);
    }
  }
  return normalize(sum);
}

/** The inner product of two vectors of the same length: the cosine, if both are unit vectors. */
export function product(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}

/**
 * A unit vector that depends on the text alone, for text that a model cannot read: far from every other direction,
 * as random directions in many dimensions are.
 *
 * Sources: FNV-1a (Fowler, Noll, Vo) seeds xorshift32 (Marsaglia, "Xorshift RNGs", 2003).
 */
export function arbitraryDirection(text: string, dimensions: number): Float32Array {
  let state = 2_166_136_261;
  for (let i = 0; i < text.length; i++) {
    state = Math.imul(state ^ text.charCodeAt(i), 16_777_619);
  }
  state ||= 1;
  const vector = new Float32Array(dimensions);
  for (let i = 0; i < dimensions; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    vector[i] = state / 2 ** 31;
  }
  return normalize(vector);
}
