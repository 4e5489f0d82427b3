import type { TokenVectors } from './lateInteraction';

/** A text as the reranker sees it. */
export interface JudgedText {
  /** Unit vector of the whole. */
  readonly direction: Float32Array;
  readonly tokens: TokenVectors;
}

/** A passage of 200 tokens takes 77 kB: this holds what some dozen questions look at. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Texts that were judged, by key; the ones not used for longest go first. */
export class TokenCache {
  readonly #texts = new Map<string, JudgedText>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): JudgedText | undefined {
    const text = this.#texts.get(key);
    if (text !== undefined) {
      this.#texts.delete(key);
      this.#texts.set(key, text);
    }
    return text;
  }

  /** @returns the text, for the caller to go on with. */
  put(key: string, text: JudgedText): JudgedText {
    this.#texts.set(key, text);
    this.#bytes += text.tokens.rows.byteLength;
    for (const [oldest, { tokens }] of this.#texts) {
      if (this.#bytes <= this.#maxBytes || oldest === key) {
        break;
      }
      this.#texts.delete(oldest);
      this.#bytes -= tokens.rows.byteLength;
    }
    return text;
  }
}
