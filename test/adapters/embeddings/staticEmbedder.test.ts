import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadStaticEmbedder } from '../../../src/adapters/embeddings/staticEmbedder';
import { makeModelFolders, type ModelFolders } from './modelFolders';

let folders: ModelFolders;
beforeAll(async () => {
  folders = await makeModelFolders();
});
afterAll(() => folders.remove());

const never = new AbortController().signal;

test('texts without a known token are near nothing, not even each other', async () => {
  const embedder = await loadStaticEmbedder(folders.modelDir);
  const [a, b, known] = await embedder.embed(['🚀', '🚁', 'rocket'], never);
  const cosine = (x: Float32Array, y: Float32Array): number => x.reduce((sum, value, i) => sum + value * y[i]!, 0);
  expect(Math.abs(cosine(a!, b!))).toBeLessThan(0.3);
  expect(Math.abs(cosine(a!, known!))).toBeLessThan(0.3);
});

test('a cancel while embedding stops between two texts', async () => {
  const embedder = await loadStaticEmbedder(folders.modelDir);
  const texts = Array<string>(1_000_000).fill('some words to embed '.repeat(20));
  await expect(embedder.embed(texts, AbortSignal.timeout(50))).rejects.toMatchObject({ code: 'cancelled' });
});

test('a damaged table names the file and the remedy', async () => {
  const modelDir = join(folders.modelDir, 'damaged');
  await mkdir(modelDir);
  await copyFile(join(folders.modelDir, 'vocab.txt'), join(modelDir, 'vocab.txt'));
  const whole = await readFile(join(folders.modelDir, 'static.bin'));
  await writeFile(join(modelDir, 'static.bin'), whole.subarray(0, whole.length / 2));
  await expect(loadStaticEmbedder(modelDir)).rejects.toMatchObject({
    code: 'embedding.failed',
    message: expect.stringMatching(/static\.bin is damaged.*Reinstall/) as string,
  });
});

test('a missing table is a failure of embedding', async () => {
  await expect(loadStaticEmbedder(join(folders.modelDir, 'nowhere'))).rejects.toMatchObject({ code: 'embedding.failed' });
});
