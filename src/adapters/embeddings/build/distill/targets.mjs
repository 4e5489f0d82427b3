/** Vectors of the teacher, kept in a file: they are the slow part of the recipe. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Width of the teacher's vectors. */
export const WIDTH = 384;
const REPORT_EVERY = 2000;

/**
 * @param {object} request
 * @param {string} request.name names the file, together with a hash of the texts
 * @param {string} request.workDir
 * @param {number[][]} request.texts token ids
 * @param {(ids: number[]) => Promise<Float32Array>} request.embed
 * @returns {Promise<Float32Array>} row-major, one row per text
 */
export async function embedAll({ name, workDir, texts, embed }) {
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 12);
  const file = path.join(workDir, `${name}-${hash}.f32`);
  const kept = await readFile(file).catch(() => undefined);
  if (kept) {
    return new Float32Array(kept.buffer, kept.byteOffset, kept.byteLength / 4);
  }
  const rows = new Float32Array(texts.length * WIDTH);
  for (const [row, ids] of texts.entries()) {
    rows.set(await embed(ids), row * WIDTH);
    if (row % REPORT_EVERY === 0) {
      console.log(`${name}: ${row} of ${texts.length}`);
    }
  }
  await writeFile(file, rows);
  return rows;
}
