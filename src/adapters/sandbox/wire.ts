import type { CodeResult } from '../../model/ports';

/** What the thread is given. Structured-cloneable. */
export interface Program {
  /** The interpreter, as WebAssembly. */
  readonly wasm: Uint8Array<ArrayBuffer>;
  readonly source: string;
  /** The moment that the program takes for now, all along: ms since 1970. */
  readonly now: number;
}

/** What the thread says: that the program runs from now on, and how it ended. */
export type ThreadMessage = { readonly type: 'started' } | { readonly type: 'ended'; readonly result: CodeResult };
