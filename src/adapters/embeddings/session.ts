/** A loaded model that turns token ids into one hidden state per token. */
export interface ModelSession {
  /** What computes: the results of different runtimes differ a little. */
  readonly runtime: 'native' | 'wasm';
  /** Hidden states of one text, row-major: one row per id. */
  run(ids: readonly number[]): Promise<Float32Array>;
  dispose(): Promise<void>;
}

/** What to open and with what. */
export interface SessionOptions {
  /** The ONNX file. */
  readonly model: Uint8Array;
  /** Holds `native/onnxruntime_binding.node` with its library, or `ort-wasm-simd-threaded.{wasm.br,mjs}`, or both. */
  readonly runtimeDir: string;
  /** At least 1. */
  readonly threads: number;
}

/** Options of either runtime. Level 3 logs errors only. */
export const quietOptions = { logSeverityLevel: 3, graphOptimizationLevel: 'all' } as const;
