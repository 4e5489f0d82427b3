import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildModels } from '../../../src/adapters/embeddings/build/models.mjs';
import { copyRuntime, onnxRuntime } from '../../../src/adapters/embeddings/build/runtime.mjs';

/** Folders as the product has them. */
export interface ModelFolders {
  readonly modelDir: string;
  /** Holds the native runtime alone. */
  readonly nativeDir: string;
  /** Holds the WebAssembly runtime alone. */
  readonly wasmDir: string;
  remove(): Promise<void>;
}

const isNative = ({ to }: { to: string }): boolean => to.startsWith('native/');
const HOST_FILES = onnxRuntime({ target: `${process.platform}-${process.arch}` }).copy;

/** False on machines that the native runtime is not made for. */
export const hasNativeRuntime = HOST_FILES.some(isNative);

/** Makes the folders in a temporary place. */
export async function makeModelFolders(): Promise<ModelFolders> {
  const root = await mkdtemp(join(tmpdir(), 'docmind-embeddings-'));
  const folders = { modelDir: join(root, 'models'), nativeDir: join(root, 'with-native'), wasmDir: join(root, 'with-wasm') };
  await buildModels(folders.modelDir);
  await copyRuntime(HOST_FILES.filter(isNative), folders.nativeDir);
  await copyRuntime(onnxRuntime({ target: 'wasm' }).copy, folders.wasmDir);
  return { ...folders, remove: () => rm(root, { recursive: true, force: true }) };
}
