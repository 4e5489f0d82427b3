/** The model that the static table learns from, through the product's own tokenizer and runtime. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { copyRuntime, onnxRuntime } from '../runtime.mjs';

const SOURCE = path.resolve(import.meta.dirname, '../..');

/** Bundles TypeScript of the product into a folder and imports it. @param {string} folder */
async function importProductCode(folder, plugins) {
  const outfile = path.join(folder, 'teacher.cjs');
  const modules = ['wordPiece', 'openSession', 'vectors'];
  await build({
    stdin: { contents: modules.map((name) => `export * from './${name}';`).join('\n'), resolveDir: SOURCE },
    bundle: true, platform: 'node', format: 'cjs', outfile, plugins, logLevel: 'error',
  });
  return (await import(pathToFileURL(outfile).href)).default;
}

/**
 * @param {{ modelDir: string, workDir: string }} folders - `workDir` takes the runtime.
 * @returns {Promise<{ tokenize: (text: string, limit: number) => number[], embed: (ids: number[]) => Promise<Float32Array> }>}
 */
export async function loadTeacher({ modelDir, workDir }) {
  const { plugins, copy } = onnxRuntime({ target: `${process.platform}-${process.arch}` });
  await copyRuntime(copy, workDir);
  const { WordPiece, openSession, meanDirection } = await importProductCode(workDir, plugins);
  const wordPiece = new WordPiece(await readFile(path.join(modelDir, 'vocab.txt'), 'utf8'));
  const model = await readFile(path.join(modelDir, 'minilm-int8.onnx'));
  const session = await openSession({ model, runtimeDir: workDir, threads: 1 });
  const [begin, end] = [wordPiece.idOf('[CLS]'), wordPiece.idOf('[SEP]')];
  return {
    tokenize: (text, limit) => wordPiece.tokenize(text, limit),
    embed: async (ids) => {
      const hidden = await session.run([begin, ...ids, end]);
      return meanDirection(hidden, hidden.length / (ids.length + 2));
    },
  };
}
