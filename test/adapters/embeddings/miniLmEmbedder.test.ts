import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadMiniLmEmbedder, type MiniLmOptions } from '../../../src/adapters/embeddings/miniLmEmbedder';
import { hasNativeRuntime, makeModelFolders, type ModelFolders } from './modelFolders';

let folders: ModelFolders;
beforeAll(async () => {
  folders = await makeModelFolders();
});
afterAll(() => folders.remove());

const never = new AbortController().signal;
const wasm = (): MiniLmOptions => ({ modelDir: folders.modelDir, runtimeDir: folders.wasmDir });
const native = (): MiniLmOptions => ({ modelDir: folders.modelDir, runtimeDir: folders.nativeDir });
/** The faster one where there is one. */
const best = hasNativeRuntime ? native : wasm;

/** A folder of models in which one file is replaced. */
async function damagedModels(name: string, content: Uint8Array): Promise<string> {
  const modelDir = join(folders.modelDir, `damaged-${name}-${content.length}`);
  await mkdir(modelDir, { recursive: true });
  for (const file of ['vocab.txt', 'minilm-int8.onnx']) {
    await copyFile(join(folders.modelDir, file), join(modelDir, file));
  }
  await writeFile(join(modelDir, name), content);
  return modelDir;
}

test.runIf(hasNativeRuntime)('native and WebAssembly vectors agree, and say which they are', async () => {
  const texts = ['How do I retry a failed HTTP request?', 'export const retries = 3;', '如何配置代理服务器？', 'word '.repeat(400), ''];
  const [a, b] = await Promise.all([loadMiniLmEmbedder(native()), loadMiniLmEmbedder(wasm())]);
  const [left, right] = [await a.embed(texts, never), await b.embed(texts, never)];
  left.forEach((vector, i) => {
    expect(vector.reduce((sum, value, j) => sum + value * right[i]![j]!, 0)).toBeGreaterThan(0.99);
  });
  expect([a.id, b.id]).toEqual([expect.stringMatching(/^minilm-[0-9a-f]{8}-native-v\d+$/), a.id.replace('native', 'wasm')]);
  await Promise.all([a.dispose(), b.dispose()]);
});

test.runIf(hasNativeRuntime)('a native runtime that cannot be loaded gives way to WebAssembly', async () => {
  const runtimeDir = join(folders.modelDir, 'broken-native');
  await mkdir(join(runtimeDir, 'native'), { recursive: true });
  await writeFile(join(runtimeDir, 'native', 'onnxruntime_binding.node'), 'not a library');
  for (const name of ['ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm.br']) {
    await copyFile(join(folders.wasmDir, name), join(runtimeDir, name));
  }
  const embedder = await loadMiniLmEmbedder({ modelDir: folders.modelDir, runtimeDir });
  expect(embedder.id).toContain('-wasm-');
  await embedder.dispose();
});

test('a cancel while embedding stops between two texts', async () => {
  const embedder = await loadMiniLmEmbedder(best());
  const texts = Array<string>(100_000).fill('some words to embed');
  await expect(embedder.embed(texts, AbortSignal.timeout(50))).rejects.toMatchObject({ code: 'cancelled' });
  await embedder.dispose();
});

test('text beyond the stated tokens changes nothing', async () => {
  const embedder = await loadMiniLmEmbedder(best());
  const words = 'word '.repeat(embedder.maxTokens);
  const [short, long] = await embedder.embed([words, `${words} and then something quite different`], never);
  expect(long).toEqual(short);
  await embedder.dispose();
});

test('a closed embedder says so', async () => {
  const embedder = await loadMiniLmEmbedder(best());
  await embedder.dispose();
  await embedder.dispose();
  await expect(embedder.embed(['text'], never)).rejects.toMatchObject({ code: 'embedding.failed' });
});

test('a missing model names the file and the remedy', async () => {
  await expect(loadMiniLmEmbedder({ ...best(), modelDir: join(folders.modelDir, 'nowhere') })).rejects.toMatchObject({
    code: 'embedding.failed',
    message: expect.stringMatching(/vocab\.txt is missing.*Reinstall/) as string,
  });
});

test('a missing runtime is a failure of embedding', async () => {
  const loading = loadMiniLmEmbedder({ ...best(), runtimeDir: join(folders.modelDir, 'nowhere') });
  await expect(loading).rejects.toMatchObject({ code: 'embedding.failed' });
});

test('a model file cut short is refused', async () => {
  const whole = await readFile(join(folders.modelDir, 'minilm-int8.onnx'));
  const modelDir = await damagedModels('minilm-int8.onnx', whole.subarray(0, 1_000_000));
  await expect(loadMiniLmEmbedder({ ...best(), modelDir })).rejects.toMatchObject({
    code: 'embedding.failed',
    message: expect.stringContaining('minilm-int8.onnx') as string,
  });
});

test('a vocabulary of something else is refused', async () => {
  const modelDir = await damagedModels('vocab.txt', Buffer.from('one\ntwo\n'));
  await expect(loadMiniLmEmbedder({ ...best(), modelDir })).rejects.toMatchObject({
    code: 'embedding.failed',
    message: expect.stringContaining('vocab.txt is damaged') as string,
  });
});
