import { expect, test } from 'vitest';
import { encodeStaticTable } from '../../../../src/adapters/embeddings/build/distill/tableFile.mjs';
import { decodeStaticTable, sumRows } from '../../../../src/adapters/embeddings/staticTable';

/** Two rows of two columns: steps 0.5 and 2, levels (1, -2) and (3, 4), stored column by column. */
const FILE = Uint8Array.of(
  ...[0x44, 0x4d, 0x53, 0x31], ...[2, 0, 0, 0], ...[2, 0, 0, 0],
  ...[0, 0, 0, 0x3f], ...[0, 0, 0, 0x40],
  ...[1, 3], ...[0xfe, 4],
);

test('a table gives back rows of level times step', () => {
  const table = decodeStaticTable(FILE);
  expect([...sumRows(table, [0])]).toEqual([0.5, -1]);
  expect([...sumRows(table, [1])]).toEqual([6, 8]);
});

test('a row counts as often as it is named, and an unknown one not at all', () => {
  expect([...sumRows(decodeStaticTable(FILE), [0, 1, 0, 7])]).toEqual([7, 6]);
});

test('a table is read wherever its bytes stand in memory', () => {
  const shifted = new Uint8Array(FILE.length + 1);
  shifted.set(FILE, 1);
  expect(decodeStaticTable(shifted.subarray(1))).toEqual(decodeStaticTable(FILE));
});

test.each([
  ['an empty file', new Uint8Array()],
  ['another format', Uint8Array.from(FILE, (byte, i) => (i === 0 ? 0 : byte))],
  ['a file cut short', FILE.subarray(0, -1)],
  ['a file with more behind it', Uint8Array.of(...FILE, 0)],
  ['a size beyond the file', Uint8Array.from(FILE, (byte, i) => (i === 7 ? 0xff : byte))],
])('%s is refused', (_, file) => {
  expect(() => decodeStaticTable(file)).toThrow(/static table/);
});

test('what the recipe writes is what the product reads, within half a level', () => {
  const rows = Float32Array.of(0.3, -0.7, 0.1, 0, 0, 0, 12, 5, -9);
  const table = decodeStaticTable(encodeStaticTable({ table: rows, columns: 3 }));
  for (const row of [0, 1, 2]) {
    const read = sumRows(table, [row]);
    const written = rows.subarray(row * 3, row * 3 + 3);
    read.forEach((value, i) => {
      expect(Math.abs(value - written[i]!)).toBeLessThanOrEqual(table.steps[row]! / 2 + 1e-6);
    });
  }
});
