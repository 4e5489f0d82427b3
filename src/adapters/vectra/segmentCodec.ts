import { crc32 } from 'node:zlib';
import type { IndexCodec, IndexItem } from 'vectra';
import * as z from 'zod';

/** `DMVX` */
const MAGIC = 0x58564d44;
const FORMAT = 1;

/** Magic, format, dimensions, items, bytes of the key table, checksum of everything else: little-endian uint32. */
const HEADER_BYTES = 24;
const CRC_AT = 20;

const keysSchema = z.array(z.string());

/**
 * The binary form of one segment: header, key table (JSON), then one int8 row per item. Takes {@link quantize}d vectors
 * only, and gives rows that are views of the buffer: nothing is copied on loading.
 *
 * Norms are worked out again on loading: cheap, and a stored one could disagree with its vector.
 *
 * `deserializeIndex` throws on any buffer that it did not itself write for these dimensions.
 */
export function createSegmentCodec(dimensions: number): IndexCodec {
  return {
    extension: '.vec',
    serializeIndex: ({ items }) => encode(items, dimensions),
    deserializeIndex: (buffer) => ({ version: FORMAT, metadata_config: {}, items: decode(buffer, dimensions) }),
    serializeCatalog: refuse,
    deserializeCatalog: refuse,
    serializeMetadata: refuse,
    deserializeMetadata: refuse,
  };
}

/** Vectra reads only `length` and indices of a vector, so bytes serve as well as its declared `number[]`. */
export function asVector(row: Int8Array): number[] {
  return row as unknown as number[];
}

function encode(items: readonly IndexItem[], dimensions: number): Buffer {
  const keys = Buffer.from(JSON.stringify(items.map((item) => item.id)));
  const rowsAt = HEADER_BYTES + keys.length;
  const buffer = Buffer.alloc(rowsAt + items.length * dimensions);
  [MAGIC, FORMAT, dimensions, items.length, keys.length].forEach((value, i) => buffer.writeUInt32LE(value, i * 4));
  keys.copy(buffer, HEADER_BYTES);
  const rows = new Int8Array(buffer.buffer, buffer.byteOffset + rowsAt, items.length * dimensions);
  items.forEach((item, i) => {
    rows.set(item.vector, i * dimensions);
  });
  buffer.writeUInt32LE(checksum(buffer), CRC_AT);
  return buffer;
}

function decode(buffer: Buffer, dimensions: number): IndexItem[] {
  if (buffer.length < HEADER_BYTES || buffer.readUInt32LE(0) !== MAGIC || buffer.readUInt32LE(4) !== FORMAT) {
    throw new Error('not a segment of this format');
  }
  const [stored, count, keyBytes] = [buffer.readUInt32LE(8), buffer.readUInt32LE(12), buffer.readUInt32LE(16)];
  const rowsAt = HEADER_BYTES + keyBytes;
  if (stored !== dimensions || buffer.length !== rowsAt + count * dimensions) {
    throw new Error('of another size than its header says');
  }
  if (buffer.readUInt32LE(CRC_AT) !== checksum(buffer)) {
    throw new Error('checksum does not match');
  }
  const keys = keysSchema.length(count).parse(JSON.parse(buffer.toString('utf8', HEADER_BYTES, rowsAt)));
  const rows = new Int8Array(buffer.buffer, buffer.byteOffset + rowsAt, count * dimensions);
  const metadata = {}; // one for all: there is none
  return keys.map((id, i) => {
    const row = rows.subarray(i * dimensions, (i + 1) * dimensions);
    return { id, metadata, vector: asVector(row), norm: norm(row) };
  });
}

function checksum(buffer: Buffer): number {
  return crc32(buffer.subarray(HEADER_BYTES), crc32(buffer.subarray(0, CRC_AT)));
}

function norm(row: Int8Array): number {
  let sum = 0;
  for (const component of row) {
    sum += component * component;
  }
  return Math.sqrt(sum);
}

/** Catalogs and external metadata belong to Vectra's document index; a segment has neither. */
function refuse(): never {
  throw new Error('A segment holds keys and vectors only.');
}
