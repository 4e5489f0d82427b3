/**
 * Collects the nodes and constants of one ONNX graph and writes the file.
 * Field numbers are those of onnx.proto (ModelProto, GraphProto, NodeProto, TensorProto, AttributeProto, ValueInfoProto).
 */
import { bytes, float, int, message, string } from './protobuf.mjs';

const IR_VERSION = 9;
const OPSET = 18;
/** Domain of the fused operators of ONNX Runtime; its only version. */
const CONTRIB_DOMAIN = 'com.microsoft';
const CONTRIB_OPSET = 1;

/** TensorProto.DataType */
export const TYPE = { float32: 1, uint8: 2, int8: 3, int32: 6, int64: 7 };
const ATTRIBUTE = { float: 1, int: 2 };

/** @typedef {keyof typeof TYPE} TensorType */
/** @typedef {{ name: string, type: TensorType, shape: (number | string)[] }} Port an input or output; a string names a free dimension */

/** @param {Port} port @returns {Buffer[]} fields of a ValueInfoProto */
function valueInfo({ name, type, shape }) {
  const dimensions = shape.map((size) => message(1, [typeof size === 'string' ? string(2, size) : int(1, size)]));
  return [string(1, name), message(2, [message(1, [int(1, TYPE[type]), message(2, dimensions)])])];
}

/** Whole numbers become int attributes unless `float` wraps them. @param {string} name @param {number | { float: number }} value */
function attribute(name, value) {
  return typeof value === 'number'
    ? [string(1, name), int(3, value), int(20, ATTRIBUTE.int)]
    : [string(1, name), float(2, value.float), int(20, ATTRIBUTE.float)];
}

export class GraphBuilder {
  /** @type {Buffer[]} */ #nodes = [];
  /** @type {Buffer[]} */ #constants = [];

  /**
   * @param {string} name @param {TensorType} type @param {number[]} shape
   * @param {ArrayBufferView} values - little-endian, in row-major order.
   * @returns {string} the name, for use as an input
   */
  constant(name, type, shape, values) {
    const raw = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
    this.#constants.push(message(5, [...shape.map((size) => int(1, size)), int(2, TYPE[type]), string(8, name), bytes(9, raw)]));
    return name;
  }

  /**
   * @param {string} operator @param {string[]} inputs - '' leaves an optional input out.
   * @param {string[]} outputs @param {Record<string, number | { float: number }>} [attributes]
   * @returns {string} the first output
   */
  node(operator, inputs, outputs, attributes = {}) {
    this.#nodes.push(message(1, this.#node(operator, inputs, outputs, attributes)));
    return outputs[0];
  }

  /** The same for a fused operator of ONNX Runtime. @type {GraphBuilder['node']} */
  contrib(operator, inputs, outputs, attributes = {}) {
    this.#nodes.push(message(1, [...this.#node(operator, inputs, outputs, attributes), string(7, CONTRIB_DOMAIN)]));
    return outputs[0];
  }

  #node(operator, inputs, outputs, attributes) {
    return [
      ...inputs.map((name) => string(1, name)),
      ...outputs.map((name) => string(2, name)),
      string(3, `${operator}:${outputs[0]}`),
      string(4, operator),
      ...Object.entries(attributes).map(([name, value]) => message(5, attribute(name, value))),
    ];
  }

  /** @param {{ name: string, inputs: Port[], outputs: Port[] }} graph @returns {Buffer} the ONNX file */
  build({ name, inputs, outputs }) {
    const graph = [
      ...this.#nodes,
      string(2, name),
      ...this.#constants,
      ...inputs.map((port) => message(11, valueInfo(port))),
      ...outputs.map((port) => message(12, valueInfo(port))),
    ];
    const operatorSet = (domain, version) => message(8, [string(1, domain), int(2, version)]);
    return Buffer.concat([
      int(1, IR_VERSION), string(2, 'docmind'), message(7, graph),
      operatorSet('', OPSET), operatorSet(CONTRIB_DOMAIN, CONTRIB_OPSET),
    ]);
  }
}
