/** Reads TensorFlow.js weights that were quantised to uint8: `value = byte * scale + min`, one scale per tensor. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * @typedef {object} QuantizedTensor
 * @property {number[]} shape
 * @property {Uint8Array} bytes row-major
 * @property {number} scale
 * @property {number} min
 */

/** @param {QuantizedTensor} tensor @returns {Float32Array} */
export const dequantize = ({ bytes, scale, min }) => Float32Array.from(bytes, (byte) => byte * scale + min);

/** The byte that stands for 0. @param {QuantizedTensor} tensor */
export const zeroPoint = ({ scale, min }) => Math.round(-min / scale);

/** Bytes per element in the file; what is not quantised are small int32 constants of the graph. */
const elementSize = (weight) => (weight.quantization ? 1 : 4);

/**
 * @param {string} folder - holds model.json and its one shard.
 * @returns {Promise<(name: string) => QuantizedTensor>} looks a tensor up by the end of its path.
 */
export async function readQuantizedWeights(folder) {
  const { weightsManifest: [{ paths: [shard], weights }] } = JSON.parse(await readFile(path.join(folder, 'model.json'), 'utf8'));
  const data = await readFile(path.join(folder, shard));
  /** @type {Map<string, QuantizedTensor>} */
  const tensors = new Map();
  let offset = 0;
  for (const weight of weights) {
    const length = weight.shape.reduce((product, size) => product * size, 1) * elementSize(weight);
    if (weight.quantization) {
      const { scale, min } = weight.quantization;
      tensors.set(weight.name, { shape: weight.shape, bytes: data.subarray(offset, offset + length), scale, min });
    }
    offset += length;
  }
  if (offset !== data.length) {
    throw new Error(`${shard} holds ${data.length} bytes, model.json describes ${offset}: not the weights this converter was made for.`);
  }
  return (name) => {
    const tensor = tensors.get(name);
    if (!tensor) {
      throw new Error(`No tensor ${name} in ${folder}: not the weights this converter was made for.`);
    }
    return tensor;
  };
}
