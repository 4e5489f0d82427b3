/** Quantises a table and writes the file that src/adapters/embeddings/staticTable.ts reads. */

const HEADER_BYTES = 12;

/**
 * Levels per standard deviation of a row. Coarser steps make a smaller file: from 30 down to 3 retrieval measured the same,
 * since the errors of a text's tokens cancel.
 */
const LEVELS_PER_DEVIATION = 4;

/** @param {Float32Array} row */
const deviation = (row) => Math.sqrt(row.reduce((sum, value) => sum + value * value, 0) / row.length);

const clampToInt8 = (level) => Math.max(-127, Math.min(127, level));

/** @param {{ table: Float32Array, columns: number }} input row-major @returns {Buffer} */
export function encodeStaticTable({ table, columns }) {
  const rows = table.length / columns;
  const file = Buffer.alloc(HEADER_BYTES + rows * 4 + rows * columns);
  file.write('DMS1', 'latin1');
  file.writeUInt32LE(rows, 4);
  file.writeUInt32LE(columns, 8);
  const levelsAt = HEADER_BYTES + rows * 4;
  for (let row = 0; row < rows; row++) {
    const values = table.subarray(row * columns, (row + 1) * columns);
    const step = deviation(values) / LEVELS_PER_DEVIATION;
    file.writeFloatLE(step, HEADER_BYTES + row * 4);
    for (let column = 0; column < columns && step > 0; column++) {
      file.writeInt8(clampToInt8(Math.round(values[column] / step)), levelsAt + column * rows + row);
    }
  }
  return file;
}
