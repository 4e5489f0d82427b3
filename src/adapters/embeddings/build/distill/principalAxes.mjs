const ITERATIONS = 30;

/** Makes rows orthonormal in place (modified Gram and Schmidt). @param {Float64Array[]} rows */
function orthonormalize(rows) {
  for (const [index, row] of rows.entries()) {
    for (const other of rows.slice(0, index)) {
      const overlap = dot(row, other);
      row.forEach((_, i) => { row[i] -= overlap * other[i]; });
    }
    const length = Math.sqrt(dot(row, row));
    row.forEach((_, i) => { row[i] /= length; });
  }
}

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
export function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) {
    sum += a[i] * b[i];
  }
  return sum;
}

/** @param {Float32Array} rows @param {number} width @returns {Float64Array} */
export function meanRow(rows, width) {
  const mean = new Float64Array(width);
  rows.forEach((value, i) => { mean[i % width] += value; });
  return mean.map((sum) => sum / (rows.length / width));
}

/** @param {Float32Array} rows @param {Float64Array} mean @returns {Float64Array[]} */
function covariance(rows, mean) {
  const width = mean.length;
  const result = Array.from({ length: width }, () => new Float64Array(width));
  const centred = new Float64Array(width);
  for (let start = 0; start < rows.length; start += width) {
    centred.forEach((_, i) => { centred[i] = rows[start + i] - mean[i]; });
    for (let i = 0; i < width; i++) {
      for (let j = 0; j < width; j++) {
        result[i][j] += centred[i] * centred[j];
      }
    }
  }
  return result;
}

/**
 * The directions in which rows vary most, by orthogonal iteration on their covariance (Golub and Van Loan, "Matrix
 * Computations", section 8.2).
 *
 * @param {Float32Array} rows row-major @param {Float64Array} mean of the rows @param {number} count
 * @returns {Float64Array[]} orthonormal, strongest first
 */
export function principalAxes(rows, mean, count) {
  const matrix = covariance(rows, mean);
  let axes = Array.from({ length: count }, (_, axis) => Float64Array.from(mean, (_, i) => Math.sin(i * 12.9898 + axis * 78.233)));
  orthonormalize(axes);
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    axes = axes.map((axis) => Float64Array.from(matrix, (row) => dot(row, axis)));
    orthonormalize(axes);
  }
  return axes;
}

/** @param {Float32Array} rows @param {Float64Array} mean @param {Float64Array[]} axes @returns {Float32Array} row-major */
export function project(rows, mean, axes) {
  const width = mean.length;
  const result = new Float32Array((rows.length / width) * axes.length);
  for (let row = 0; row < rows.length / width; row++) {
    const centred = Float64Array.from(mean, (value, i) => rows[row * width + i] - value);
    axes.forEach((axis, i) => { result[row * axes.length + i] = dot(axis, centred); });
  }
  return result;
}
