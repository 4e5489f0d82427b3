import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { env, InferenceSession } from 'onnxruntime-web';
import { quietOptions, type ModelSession, type SessionOptions } from './session';
import { toFeeds, toHiddenStates } from './tensors';

/**
 * Opens a model with the WebAssembly runtime.
 *
 * The runtime is set up once per thread of the process, with the folder and the number of threads of the first call.
 * @throws Error if the files of the runtime are missing, or the model is damaged.
 */
export async function openWasmSession({ model, runtimeDir, threads }: SessionOptions): Promise<ModelSession> {
  const base = path.resolve(runtimeDir, 'ort-wasm-simd-threaded');
  env.wasm.numThreads = threads;
  env.wasm.wasmPaths = { mjs: pathToFileURL(`${base}.mjs`) };
  // Handed over as bytes, because the runtime would fetch() a file: address, which Node refuses.
  env.wasm.wasmBinary = new Uint8Array(await promisify(brotliDecompress)(await readFile(`${base}.wasm.br`))).buffer;
  const session = await InferenceSession.create(model, { ...quietOptions, executionProviders: ['wasm'] });
  return {
    runtime: 'wasm',
    run: async (ids) => toHiddenStates(await session.run(toFeeds(ids))),
    dispose: () => session.release(),
  };
}
