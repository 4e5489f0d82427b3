import { AssistantError } from '../../src/model/errors';
import type { VectorIndex, VectorStore } from '../../src/model/ports';

type Vectors = ReadonlyMap<string, Float32Array>;

/** A vector store in memory: exact cosines over plain maps. An opened index holds what was saved before it was opened. */
export function memoryVectorStore(): VectorStore {
  const saved = new Map<string, Vectors>();
  return {
    open: ({ id, dimensions }) => {
      const name = `${id} ${dimensions}`;
      const index = memoryIndex(dimensions, saved.get(name) ?? new Map(), (vectors) => saved.set(name, new Map(vectors)));
      return Promise.resolve({ index, warnings: [] });
    },
  };
}

function memoryIndex(dimensions: number, saved: Vectors, save: (vectors: Vectors) => void): VectorIndex {
  const vectors = new Map(saved);
  return {
    get size() {
      return vectors.size;
    },
    has: (key) => vectors.has(key),
    add: async (items) => {
      items.forEach(({ vector }) => {
        checkVector(vector, dimensions);
      });
      for (const { key, vector } of items) {
        vectors.set(key, vectors.get(key) ?? Float32Array.from(vector));
      }
    },
    retain: async (keys) => {
      for (const key of [...vectors.keys()].filter((known) => !keys.has(known))) {
        vectors.delete(key);
      }
    },
    search: async (query, k, accepts = () => true) => {
      checkVector(query, dimensions);
      const hits = [...vectors].filter(([id]) => accepts(id)).map(([id, vector]) => ({ id, score: cosine(query, vector) }));
      return hits.sort((a, b) => b.score - a.score).slice(0, Math.max(0, k));
    },
    save: async () => {
      save(vectors);
    },
  };
}

function checkVector(vector: Float32Array, dimensions: number) {
  if (vector.length !== dimensions) {
    throw new AssistantError('index.dimensionMismatch', `expected ${dimensions} dimensions, not ${vector.length}`);
  }
  const norm = Math.hypot(...vector);
  if (!(norm > 0 && norm < Infinity)) {
    throw new AssistantError('embedding.failed', 'the vector has no direction');
  }
}

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = a.reduce((sum, component, i) => sum + component * b[i]!, 0);
  return dot / (Math.hypot(...a) * Math.hypot(...b));
}
