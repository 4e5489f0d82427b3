import { AssistantError } from '../../model/errors';
import type { Embedder, Reranker } from '../../model/ports';
import { embedInTurn } from './embedInTurn';
import { maxSim, quantizeRows } from './lateInteraction';
import { fingerprint, loadWordPiece, modelFileError, readModelFile } from './modelFiles';
import { openSession } from './openSession';
import type { ModelSession } from './session';
import type { JudgedText } from './tokenCache';
import { TokenCache } from './tokenCache';
import { meanDirection, product } from './vectors';
import type { WordPiece } from './wordPiece';

const MODEL_FILE = 'minilm-int8.onnx';
const DIMENSIONS = 384;
/** Trained on this length; longer text makes vectors worse. With the two markers. */
const MAX_TOKENS = 256;
const DEFAULT_THREADS = 1;
/** Passages of 200 tokens, on one core of an ordinary machine. */
const TEXTS_PER_SECOND = { native: 45, wasm: 8 } as const;
/** Counts up when the same model and runtime are used in another way, so that old vectors are not mixed with new ones. */
const VERSION = 1;

/** Where the files of the model and of the runtime are. */
export interface MiniLmOptions {
  /** Holds `minilm-int8.onnx` and `vocab.txt`. */
  readonly modelDir: string;
  /** Holds `native/`, or `ort-wasm-simd-threaded.{wasm.br,mjs}`, or both. */
  readonly runtimeDir: string;
  readonly threads?: number;
}

/**
 * Loads all-MiniLM-L6-v2, a small sentence encoder for English: 384 dimensions, some 45 passages of 200
 * tokens a second natively, 8 by WebAssembly.
 *
 * Texts are run one at a time: the arithmetic is quantised per batch, so a text's vector would depend on its neighbours.
 * Embedding blocks the thread for the length of one text.
 * @throws AssistantError embedding.failed
 */
export async function loadMiniLmEmbedder(options: MiniLmOptions): Promise<Embedder & Reranker> {
  const { modelDir, runtimeDir, threads = DEFAULT_THREADS } = options;
  const wordPiece = await loadWordPiece(modelDir);
  const model = await readModelFile(modelDir, MODEL_FILE);
  try {
    const session = await openSession({ model, runtimeDir, threads });
    return new MiniLmEmbedder(session, wordPiece, fingerprint(model));
  } catch (error) {
    throw modelFileError(MODEL_FILE, 'cannot be run: it is damaged, or the runtime beside it is', error);
  }
}

/** One model for both: a vector for the whole text, or a comparison of each token of a query with each of a text. */
class MiniLmEmbedder implements Embedder, Reranker {
  readonly id: string;
  readonly dimensions = DIMENSIONS;
  readonly maxTokens = MAX_TOKENS;
  readonly textsPerSecond: number;
  readonly #wordPiece: WordPiece;
  readonly #judged = new TokenCache();
  readonly #markers: { readonly begin: number; readonly end: number };
  #session: ModelSession | undefined;

  constructor(session: ModelSession, wordPiece: WordPiece, weights: string) {
    this.id = `minilm-${weights}-${session.runtime}-v${VERSION}`;
    this.textsPerSecond = TEXTS_PER_SECOND[session.runtime];
    this.#wordPiece = wordPiece;
    this.#markers = { begin: wordPiece.idOf('[CLS]'), end: wordPiece.idOf('[SEP]') };
    this.#session = session;
  }

  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    return embedInTurn(texts, signal, async (text) => meanDirection(await this.#states(text), DIMENSIONS));
  }

  /** Cosine plus {@link maxSim} of query and text, in [-2, 2]. */
  async rerank(query: string, texts: readonly { readonly key: string; readonly text: string }[], signal: AbortSignal): Promise<number[]> {
    const asked = await this.#states(query);
    const [direction, tokens] = [meanDirection(asked, DIMENSIONS), quantizeRows(asked, DIMENSIONS)];
    return embedInTurn(texts, signal, async ({ key, text }) => {
      const judged = this.#judged.get(key) ?? this.#judged.put(key, await this.#judge(text));
      return product(direction, judged.direction) + maxSim(tokens, judged.tokens, DIMENSIONS);
    });
  }

  async #judge(text: string): Promise<JudgedText> {
    const states = await this.#states(text);
    return { direction: meanDirection(states, DIMENSIONS), tokens: quantizeRows(states, DIMENSIONS) };
  }

  async #states(text: string): Promise<Float32Array> {
    const { begin, end } = this.#markers;
    const ids = [begin, ...this.#wordPiece.tokenize(text, MAX_TOKENS - 2), end];
    if (!this.#session) {
      throw new AssistantError('embedding.failed', 'The embedding model was closed. Reload the window and try again.');
    }
    try {
      return await this.#session.run(ids);
    } catch (error) {
      throw new AssistantError('embedding.failed', `The embedding model failed on a text of ${ids.length} tokens. Reload the window and try again.`, { cause: error });
    }
  }

  async dispose(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    await session?.dispose();
  }
}
