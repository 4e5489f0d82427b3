import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { Tensor } from 'onnxruntime-web';
import { quietOptions, type ModelSession, type SessionOptions } from './session';
import { toFeeds, toHiddenStates } from './tensors';

/**
 * The native addon of onnxruntime-node, at the version that package.json pins. It is called directly, without the
 * package's own JavaScript, because that looks for the addon inside node_modules only.
 */
interface NativeBinding {
  /** May be called again; only the first call of a thread counts. `tensor` is the class of what `run` returns. */
  initOrtOnce(logLevel: number, tensor: typeof Tensor, isMainThread: boolean): void;
  readonly InferenceSession: new () => NativeInferenceSession;
}

/** Everything here is synchronous and blocks its thread. */
interface NativeInferenceSession {
  loadModel(buffer: ArrayBufferLike, byteOffset: number, byteLength: number, options: object): void;
  run(feeds: object, fetches: object, options: object): Record<string, Tensor>;
  dispose(): void;
}

const LOG_ERRORS = 3;

/**
 * Opens a model with the native runtime.
 * @returns nothing where the runtime was not installed or cannot be loaded here.
 * @throws Error if the runtime is fine and the model is not.
 */
export function openNativeSession({ model, runtimeDir, threads }: SessionOptions): ModelSession | undefined {
  const binding = loadBinding(path.resolve(runtimeDir, 'native', 'onnxruntime_binding.node'));
  if (!binding) {
    return undefined;
  }
  const session = new binding.InferenceSession();
  session.loadModel(model.buffer, model.byteOffset, model.byteLength, {
    ...quietOptions,
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // Idle threads sleep: spinning ones would burn a core of the editor's machine between texts.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
  return {
    runtime: 'native',
    run: (ids) => Promise.resolve(toHiddenStates(session.run(toFeeds(ids), { last_hidden_state: null }, {}))),
    dispose: () => {
      session.dispose();
      return Promise.resolve();
    },
  };
}

/**
 * The native runtime reports its use to its maker unless it is told not to: it keeps a database of events in the user's
 * cache and sends it off. It reads the environment of the process when it is loaded (a thread must share that).
 */
function silenceRuntime(): void {
  process.env.ORT_DISABLE_TELEMETRY = '1';
}

function loadBinding(file: string): NativeBinding | undefined {
  if (!existsSync(file)) {
    return undefined;
  }
  silenceRuntime();
  try {
    const binding = createRequire(file)(file) as NativeBinding;
    binding.initOrtOnce(LOG_ERRORS, Tensor, isMainThread);
    return binding;
  } catch {
    // An old C library or another processor: WebAssembly does the same work, slower.
    return undefined;
  }
}
