import { openNativeSession } from './nativeSession';
import type { ModelSession, SessionOptions } from './session';
import { openWasmSession } from './wasmSession';

/**
 * Opens a model with the native runtime, or with WebAssembly where there is none for this machine.
 * @throws Error of the runtime that was used.
 */
export async function openSession(options: SessionOptions): Promise<ModelSession> {
  return openNativeSession(options) ?? (await openWasmSession(options));
}
