import { arbitraryDirection, normalize } from '../../src/adapters/embeddings/vectors';
import { AssistantError } from '../../src/model/errors';
import type { Embedder } from '../../src/model/ports';

/** An embedder without a model: every word has a direction of its own, so texts are as similar as they share words. */
export function hashEmbedder(dimensions = 64): Embedder {
  const embedOne = (text: string): Float32Array => {
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [text];
    const sum = new Float32Array(dimensions);
    for (const word of words) {
      arbitraryDirection(word, dimensions).forEach((value, i) => {
        sum[i] = sum[i]! + value;
      });
    }
    return normalize(sum);
  };
  return {
    id: `hash-${dimensions}`,
    dimensions,
    maxTokens: Number.MAX_SAFE_INTEGER,
    embed: async (texts, signal) =>
      texts.map((text) => {
        if (signal.aborted) {
          throw new AssistantError('cancelled', 'Embedding was cancelled.');
        }
        return embedOne(text);
      }),
    dispose: async () => undefined,
  };
}
