/**
 * Makes media/models/static.bin. Run by hand, since the file is committed:
 * `node src/adapters/embeddings/build/distill/main.mjs [work folder]`, some ten minutes of one core.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { buildModels } from '../models.mjs';
import { readCorpus } from './corpus.mjs';
import { meanRow, principalAxes, project } from './principalAxes.mjs';
import { encodeStaticTable } from './tableFile.mjs';
import { embedAll, WIDTH } from './targets.mjs';
import { loadTeacher } from './teacher.mjs';
import { trainTable, weightedStart } from './train.mjs';

const ROOT = path.resolve(import.meta.dirname, '../../../../..');
const COLUMNS = 256;
/** Enough of a passage to know what it is about. */
const MAX_TOKENS = 192;
const MIN_TOKENS = 3;

const sha256 = (data) => createHash('sha256').update(data).digest('hex');

/** @param {Float32Array} rows changed in place to unit length @param {number} columns */
function normalizeRows(rows, columns) {
  for (let start = 0; start < rows.length; start += columns) {
    const row = rows.subarray(start, start + columns);
    const length = Math.hypot(...row);
    row.forEach((value, i) => { row[i] = value / length; });
  }
  return rows;
}

const workDir = path.resolve(process.argv[2] ?? path.join(tmpdir(), 'docmind-distill'));
await mkdir(workDir, { recursive: true });
await buildModels(workDir, ['minilm-int8.onnx', 'vocab.txt']);
const vocabulary = (await readFile(path.join(workDir, 'vocab.txt'), 'utf8')).trimEnd().split('\n');
const corpus = await readCorpus(path.join(ROOT, 'node_modules'));
console.log(`corpus: ${corpus.length} passages, sha256 ${sha256(JSON.stringify(corpus))}`);

const { tokenize, embed } = await loadTeacher({ modelDir: workDir, workDir });
const texts = corpus.map((passage) => tokenize(passage, MAX_TOKENS)).filter((ids) => ids.length >= MIN_TOKENS);
const passages = await embedAll({ name: 'passages', workDir, texts, embed });
const tokens = await embedAll({ name: 'tokens', workDir, texts: vocabulary.map((_, id) => [id]), embed });

const mean = meanRow(passages, WIDTH);
const axes = principalAxes(passages, mean, COLUMNS);
const targets = normalizeRows(project(passages, mean, axes), COLUMNS);
const vectors = project(tokens, meanRow(tokens, WIDTH), axes);
const table = weightedStart({ vectors, columns: COLUMNS, texts });
trainTable({ table, columns: COLUMNS, texts, targets });

const file = encodeStaticTable({ table, columns: COLUMNS });
await writeFile(path.join(ROOT, 'media/models/static.bin'), file);
console.log(`static.bin: ${file.length} bytes, ${deflateRawSync(file, { level: 9 }).length} deflated, sha256 ${sha256(file)}`);
