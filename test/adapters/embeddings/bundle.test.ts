import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onnxRuntime } from '../../../src/adapters/embeddings/build/runtime.mjs';
import { hasNativeRuntime, makeModelFolders, type ModelFolders } from './modelFolders';

let folders: ModelFolders;
beforeAll(async () => {
  folders = await makeModelFolders();
});
afterAll(() => folders.remove());

/** Bundles the adapter as the product does, with a thread that embeds one text and reports. */
async function bundleThread(outfile: string): Promise<void> {
  await build({
    stdin: {
      contents: `
        import { parentPort, workerData } from 'node:worker_threads';
        import { loadMiniLmEmbedder } from './src/adapters/embeddings/miniLmEmbedder';
        void loadMiniLmEmbedder(workerData).then(async (embedder) => {
          const [vector] = await embedder.embed(['text'], new AbortController().signal);
          await embedder.dispose();
          parentPort.postMessage({ id: embedder.id, length: Math.hypot(...vector) });
        });
      `,
      loader: 'ts',
      resolveDir: join(import.meta.dirname, '../../..'),
    },
    bundle: true, minify: true, platform: 'node', format: 'cjs', target: 'node22', outfile,
    plugins: onnxRuntime({ target: 'wasm' }).plugins,
  });
}

test.each([
  ...(hasNativeRuntime ? [{ runtime: 'native', threads: 1 }, { runtime: 'native', threads: 2 }] : []),
  { runtime: 'wasm', threads: 1 },
  { runtime: 'wasm', threads: 2 },
])('the same bundle embeds in a worker thread beside the $runtime runtime with $threads threads, and lets the thread end', async ({ runtime, threads }) => {
  const runtimeDir = runtime === 'native' ? folders.nativeDir : folders.wasmDir;
  const file = join(runtimeDir, `thread-${threads}.js`);
  await bundleThread(file);
  const thread = new Worker(file, { workerData: { modelDir: folders.modelDir, runtimeDir, threads } });
  const ended = once(thread, 'exit');
  const [report] = (await once(thread, 'message')) as [{ id: string; length: number }];
  expect(report.id).toContain(`-${runtime}-`);
  expect(report.length).toBeCloseTo(1, 4);
  expect(await ended).toEqual([0]);
});
