/**
 * The static table: one vector per token of the vocabulary, quantised.
 *
 * File, little-endian: the four bytes `DMS1`, rows and columns as uint32, one float32 step per row, then the levels as
 * int8, column by column (neighbours in a column are alike, so the file deflates better). The value at a row and column
 * is `level * step`.
 */
export interface StaticTable {
  readonly columns: number;
  readonly steps: Float32Array;
  /** Row by row. */
  readonly levels: Int8Array;
}

const MAGIC = 'DMS1';
const HEADER_BYTES = 12;

/** @throws Error if the file is cut short, too long, or something else. */
export function decodeStaticTable(file: Uint8Array): StaticTable {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < HEADER_BYTES || new TextDecoder('latin1').decode(file.subarray(0, 4)) !== MAGIC) {
    throw new Error('This is not a static table.');
  }
  const rows = view.getUint32(4, true);
  const columns = view.getUint32(8, true);
  const levelsAt = HEADER_BYTES + rows * 4;
  if (file.length !== levelsAt + rows * columns) {
    throw new Error(`A static table of ${rows} by ${columns} cannot have ${file.length} bytes.`);
  }
  const steps = Float32Array.from({ length: rows }, (_, row) => view.getFloat32(HEADER_BYTES + row * 4, true));
  return { columns, steps, levels: transpose(file.subarray(levelsAt), rows, columns) };
}

/** From column by column to row by row. Bytes above 127 become negative levels. */
function transpose(byColumn: Uint8Array, rows: number, columns: number): Int8Array {
  const byRow = new Int8Array(byColumn.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      byRow[row * columns + column] = byColumn[column * rows + row] ?? 0;
    }
  }
  return byRow;
}

/** The sum of some rows; rows that the table does not have count as zero. */
export function sumRows(table: StaticTable, ids: readonly number[]): Float32Array {
  const { columns, steps, levels } = table;
  const sum = new Float32Array(columns);
  for (const id of ids) {
    const step = steps[id] ?? 0;
    const start = id * columns;
    for (let column = 0; column < columns; column++) {
      sum[column] = (sum[column] ?? 0) + (levels[start + column] ?? 0) * step;
    }
  }
  return sum;
}
