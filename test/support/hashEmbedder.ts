import { arbitraryDirection, normalize } from '../../src/adapters/embeddings/vectors';
import { AssistantError } from '../../src/model/errors';
import type { Embedder } from '../../src/model/ports';
import { terms } from '../../src/util/terms';

/** A unit vector without a model: every term has a direction of its own, so texts are as similar as they share terms. */
export function hashVector(text: string, dimensions: number): Float32Array {
  const words = terms(text);
  const sum = new Float32Array(dimensions);
  for (const word of words.length === 0 ? [text] : words) {
    arbitraryDirection(word, dimensions).forEach((value, i) => {
      sum[i] = sum[i]! + value;
    });
  }
  return normalize(sum);
}

/** An embedder that makes such vectors. */
export function hashEmbedder(dimensions = 64): Embedder {
  return {
    id: `hash-${dimensions}`,
    dimensions,
    maxTokens: Number.MAX_SAFE_INTEGER,
    embed: async (texts, signal) =>
      texts.map((text) => {
        if (signal.aborted) {
          throw new AssistantError('cancelled', 'Embedding was cancelled.');
        }
        return hashVector(text, dimensions);
      }),
    dispose: async () => undefined,
  };
}
