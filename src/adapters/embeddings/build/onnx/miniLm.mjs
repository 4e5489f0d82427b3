/**
 * all-MiniLM-L6-v2 (a six-layer BERT encoder) as an ONNX graph with int8 weights and dynamically quantised arithmetic.
 *
 * Inputs `input_ids` and `attention_mask` are int64 [batch, length]; the output `last_hidden_state` is float32
 * [batch, length, 384]. Fused operators (quantised dense layer, attention, GELU) keep the graph small and fast on both the
 * native and the WebAssembly build of ONNX Runtime.
 */
import { GraphBuilder, TYPE } from './graphBuilder.mjs';
import { dequantize, zeroPoint } from './quantizedWeights.mjs';

/** @typedef {import('./quantizedWeights.mjs').QuantizedTensor} QuantizedTensor */
/** @typedef {(name: string) => QuantizedTensor} Weights */

const LAYERS = 6;
const HEADS = 12;
const WIDTH = 384;
const NORM_EPSILON = 1e-12;
const BERT = 'StatefulPartitionedCall/model/tf_bert_model/bert';

/** The exporter lost the names of the three embedding tables; their shapes tell which is which. */
const TABLES = {
  words: { name: 'unknown', shape: [30522, WIDTH] },
  positions: { name: 'unknown_0', shape: [512, WIDTH] },
  tokenTypes: { name: 'unknown_1', shape: [2, WIDTH] },
};

/** @param {Weights} weights @param {{ name: string, shape: number[] }} table */
function table(weights, { name, shape }) {
  const tensor = weights(name);
  if (String(tensor.shape) !== String(shape)) {
    throw new Error(`Tensor ${name} has the shape ${tensor.shape}, not ${shape}: not the weights this converter was made for.`);
  }
  return tensor;
}

/** Word rows stay uint8 and are dequantised after the look-up; token type 0, the only one used, is folded into the positions. */
function embeddings(graph, weights) {
  const words = table(weights, TABLES.words);
  const types = dequantize(table(weights, TABLES.tokenTypes));
  const positions = dequantize(table(weights, TABLES.positions)).map((value, i) => value + types[i % WIDTH]);
  graph.constant('words', 'uint8', words.shape, words.bytes);
  graph.constant('words.scale', 'float32', [], Float32Array.of(words.scale));
  graph.constant('words.zero', 'uint8', [], Uint8Array.of(zeroPoint(words)));
  graph.constant('positions', 'float32', TABLES.positions.shape, positions);
  graph.constant('axis0', 'int64', [1], BigInt64Array.of(0n));
  graph.constant('axis1', 'int64', [1], BigInt64Array.of(1n));
  graph.node('Gather', ['words', 'input_ids'], ['word.bytes']);
  graph.node('DequantizeLinear', ['word.bytes', 'words.scale', 'words.zero'], ['word']);
  graph.node('Shape', ['input_ids'], ['shape']);
  graph.node('Gather', ['shape', 'axis1'], ['length']);
  graph.node('Slice', ['positions', 'axis0', 'length', 'axis0'], ['position']);
  graph.node('Add', ['word', 'position'], ['embedded']);
  return layerNorm(graph, weights, { input: 'embedded', from: `${BERT}/embeddings/LayerNorm`, output: 'norm' });
}

/** @param {{ input: string, from: string, output: string }} layer */
function layerNorm(graph, weights, { input, from, output }) {
  const gain = graph.constant(`${output}.gain`, 'float32', [WIDTH], dequantize(weights(`${from}/batchnorm/mul/ReadVariableOp`)));
  const bias = graph.constant(`${output}.bias`, 'float32', [WIDTH], dequantize(weights(`${from}/batchnorm/ReadVariableOp`)));
  return graph.node('LayerNormalization', [input, gain, bias], [output], { axis: -1, epsilon: { float: NORM_EPSILON } });
}

/** Sets matrices of equal height side by side, as int8 (`byte - 128`). @param {QuantizedTensor[]} matrices */
function sideBySide(matrices) {
  const [height] = matrices[0].shape;
  const width = matrices.reduce((sum, matrix) => sum + matrix.shape[1], 0);
  const joined = new Int8Array(height * width);
  let left = 0;
  for (const { bytes, shape: [, columns] } of matrices) {
    for (let i = 0; i < bytes.length; i++) {
      joined[Math.floor(i / columns) * width + left + (i % columns)] = bytes[i] - 128;
    }
    left += columns;
  }
  return { height, width, joined };
}

/**
 * One dense layer made of one or more that share their input.
 * @param {{ input: string, from: string[], output: string }} layer
 */
function dense(graph, weights, { input, from, output }) {
  const matrices = from.map((name) => weights(`${name}/Tensordot/ReadVariableOp`));
  const { height, width, joined } = sideBySide(matrices);
  const perColumn = (valueOf) => matrices.flatMap((matrix) => Array(matrix.shape[1]).fill(valueOf(matrix)));
  const bias = from.flatMap((name) => [...dequantize(weights(`${name}/BiasAdd/ReadVariableOp`))]);
  return graph.contrib('DynamicQuantizeMatMul', [
    input,
    graph.constant(`${output}.weights`, 'int8', [height, width], joined),
    graph.constant(`${output}.scale`, 'float32', [width], Float32Array.from(perColumn((matrix) => matrix.scale))),
    graph.constant(`${output}.zero`, 'int8', [width], Int8Array.from(perColumn((matrix) => zeroPoint(matrix) - 128))),
    graph.constant(`${output}.bias`, 'float32', [width], Float32Array.from(bias)),
  ], [output]);
}

function encoderLayer(graph, weights, { input, index, output }) {
  const from = `${BERT}/encoder/layer_._${index}`;
  const name = (part) => `layer${index}.${part}`;
  const joined = dense(graph, weights, {
    input, output: name('qkv'), from: ['query', 'key', 'value'].map((part) => `${from}/attention/self/${part}`),
  });
  const parts = [name('query'), name('key'), name('value')];
  graph.node('Split', [joined], parts, { axis: -1, num_outputs: parts.length });
  const attended = graph.contrib('MultiHeadAttention', [...parts, '', 'mask'], [name('attended')], { num_heads: HEADS });
  const mixed = dense(graph, weights, { input: attended, from: [`${from}/attention/output/dense`], output: name('mixed') });
  const middle = layerNorm(graph, weights, {
    input: graph.node('Add', [mixed, input], [name('mixed+input')]), from: `${from}/attention/output/LayerNorm`, output: name('middle'),
  });
  const wide = dense(graph, weights, { input: middle, from: [`${from}/intermediate/dense`], output: name('wide') });
  const narrow = dense(graph, weights, {
    input: graph.contrib('Gelu', [wide], [name('gelu')]), from: [`${from}/output/dense`], output: name('narrow'),
  });
  return layerNorm(graph, weights, {
    input: graph.node('Add', [narrow, middle], [name('narrow+middle')]), from: `${from}/output/LayerNorm`, output,
  });
}

/** @param {Weights} weights @returns {Buffer} the ONNX file */
export function buildMiniLm(weights) {
  const graph = new GraphBuilder();
  let hidden = embeddings(graph, weights);
  graph.node('Cast', ['attention_mask'], ['mask'], { to: TYPE.int32 });
  for (let index = 0; index < LAYERS; index++) {
    const output = index === LAYERS - 1 ? 'last_hidden_state' : `layer${index}`;
    hidden = encoderLayer(graph, weights, { input: hidden, index, output });
  }
  const tokens = ['batch', 'length'];
  return graph.build({
    name: 'all-MiniLM-L6-v2',
    inputs: [{ name: 'input_ids', type: 'int64', shape: tokens }, { name: 'attention_mask', type: 'int64', shape: tokens }],
    outputs: [{ name: hidden, type: 'float32', shape: [...tokens, WIDTH] }],
  });
}
