/**
 * The text that the static table learns from: documentation and code of packages that package-lock.json pins, all under
 * permissive licences. (Random words as further text, to see every word of the vocabulary, made retrieval no better.)
 */
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { seededRandom, shuffle } from './random.mjs';

const SEED = 20_250_101;
const LICENCES = new Set(['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause']);

const PACKAGES = [
  '@azure/core-rest-pipeline', '@azure/identity', '@azure/msal-node', '@cacheable/utils', '@eslint/config-array', '@grpc/grpc-js',
  '@grpc/proto-loader', '@js-sdsl/ordered-map', '@mixmark-io/domino', '@types/node', '@types/vscode', '@typescript-eslint/eslint-plugin',
  '@typescript-eslint/typescript-estree', '@vscode/vsce', 'acorn', 'adm-zip', 'cacheable', 'chai', 'chardet', 'cheerio', 'cockatiel',
  'commander', 'css-select', 'dependency-cruiser', 'dotenv', 'enhanced-resolve', 'entities', 'es-module-lexer', 'esbuild', 'eslint',
  'eslint-scope', 'espree', 'expect-type', 'fast-check', 'fast-uri', 'flatbuffers', 'gpt-tokenizer', 'happy-dom', 'hashery',
  'highlight.js', 'hookified', 'htmlparser2', 'iconv-lite', 'ignore', 'jiti', 'json5', 'jsonc-parser', 'keyv', 'knip', 'long',
  'markdown-it', 'marked', 'minisearch', 'morphdom', 'onnxruntime-common', 'onnxruntime-node', 'openai', 'parse5', 'picomatch',
  'playwright-core', 'postcss', 'prompts', 'protobufjs', 'qified', 'qs', 'regexp-tree', 'resolve', 'rolldown', 'semver',
  'serialize-error', 'smol-toml', 'source-map-js', 'tapable', 'tinybench', 'ts-api-utils', 'tsconfig-paths', 'turndown',
  'typed-rest-client', 'typescript', 'underscore', 'undici', 'uri-js', 'vectra', 'vite', 'vitest', 'wink-bm25-text-search', 'wink-nlp',
  'wink-nlp-utils', 'wink-tokenizer', 'ws', 'xmlbuilder', 'yaml', 'yargs', 'yauzl', 'zod',
];

/** Passages taken at most from one package, by kind of file; together they bound the time that the recipe takes. */
const KINDS = [
  { ending: /\.md$/, limit: 1500 },
  { ending: /\.d\.ts$/, limit: 1200 },
  { ending: /(?<!\.min)\.js$/, limit: 250 },
  { ending: /(de|es|fr|ja|ko|ru|zh-cn|zh-tw)\/diagnosticMessages\.generated\.json$/, limit: 2400 },
];
const EXCLUDED_FILE = /licen[cs]e|notice|changelog|history|migrat/i;

/** Lengths of passages, in UTF-16 units: from that of a question to that of a section. */
const PASSAGE = { min: 80, max: 900 };
/** Longer lines are data or minified code. */
const MAX_LINE = 300;

/** @param {string} folder @returns {Promise<string[]>} files below, sorted, without nested packages */
async function listFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((file) => !file.includes('node_modules/') && !EXCLUDED_FILE.test(file))
    .sort();
}

/** Cuts at blank lines, gathering paragraphs up to a length that varies from passage to passage. */
function* passagesOf(text, random) {
  const newLength = () => PASSAGE.min + random() ** 2 * (PASSAGE.max - PASSAGE.min);
  let passage = '';
  let length = newLength();
  for (const paragraph of text.split(/\n\s*\n/)) {
    passage = `${passage}\n${paragraph}`.trim();
    if (passage.length >= length) {
      yield passage.slice(0, PASSAGE.max);
      passage = '';
      length = newLength();
    }
  }
}

/** Message catalogues give their values, one paragraph each. */
const toText = (file, content) => (file.endsWith('.json') ? Object.values(JSON.parse(content)).join('\n\n') : content);

const isLegible = (passage) => /\p{L}{2}/u.test(passage) && passage.split('\n').every((line) => line.length <= MAX_LINE);

/** @param {string} folder @param {() => number} random @returns {Promise<string[]>} */
async function readPackage(folder, random) {
  const { name, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  if (!LICENCES.has(license)) {
    throw new Error(`${name} is under ${license}, which the corpus does not take: remove it from PACKAGES.`);
  }
  const files = await listFiles(folder);
  const passages = [];
  for (const { ending, limit } of KINDS) {
    const found = new Set();
    for (const file of files.filter((candidate) => ending.test(candidate))) {
      const text = toText(file, await readFile(path.join(folder, file), 'utf8'));
      for (const passage of passagesOf(text, random)) {
        if (isLegible(passage)) {
          found.add(passage);
        }
      }
    }
    passages.push(...shuffle([...found], random).slice(0, limit));
  }
  return passages;
}

/** @param {string} nodeModules @returns {Promise<string[]>} without repeats */
export async function readCorpus(nodeModules) {
  const random = seededRandom(SEED);
  const passages = new Set();
  for (const name of PACKAGES) {
    for (const passage of await readPackage(path.join(nodeModules, name), random)) {
      passages.add(passage);
    }
  }
  return [...passages];
}
