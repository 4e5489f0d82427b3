/**
 * The few shapes of the protocol buffer wire format that an ONNX file needs, each as the bytes of one field.
 * Source: "Encoding", Protocol Buffers documentation (protobuf.dev/programming-guides/encoding).
 */

const WIRE_VARINT = 0;
const WIRE_BYTES = 2;
const WIRE_FLOAT = 5;

/**
 * @param {number | bigint} value - a negative one is written as its 64-bit two's complement, as int64 fields are.
 * @returns {Buffer}
 */
function varint(value) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}

/** @param {number} field @param {number} wire */
const tag = (field, wire) => varint((field << 3) | wire);

/** @param {number} field @param {number | bigint} value @returns {Buffer} */
export const int = (field, value) => Buffer.concat([tag(field, WIRE_VARINT), varint(value)]);

/** @param {number} field @param {number} value @returns {Buffer} */
export function float(field, value) {
  const bits = Buffer.alloc(4);
  bits.writeFloatLE(value);
  return Buffer.concat([tag(field, WIRE_FLOAT), bits]);
}

/** @param {number} field @param {Uint8Array} value @returns {Buffer} */
export const bytes = (field, value) => Buffer.concat([tag(field, WIRE_BYTES), varint(value.length), value]);

/** @param {number} field @param {string} value @returns {Buffer} */
export const string = (field, value) => bytes(field, Buffer.from(value, 'utf8'));

/** A message inside a message. @param {number} field @param {Buffer[]} fields @returns {Buffer} */
export const message = (field, fields) => bytes(field, Buffer.concat(fields));
