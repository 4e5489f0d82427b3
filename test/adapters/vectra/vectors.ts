/** A vector and its key. */
export interface Item {
  readonly key: string;
  readonly vector: Float32Array;
}

/** Unit vectors around common centres, as those of related passages are; the same ones on every call. */
export function clusteredVectors(count: number, dimensions: number, prefix = 'v'): Item[] {
  const centre = gaussian(1);
  const centres = Array.from({ length: 50 }, () => Array.from({ length: dimensions }, centre));
  const noise = gaussian(Array.from(prefix).reduce((sum, character) => sum * 31 + character.charCodeAt(0), 7));
  return Array.from({ length: count }, (_, i) => {
    const raw = centres[i % centres.length]!.map((component) => component + noise());
    const norm = Math.hypot(...raw);
    return { key: `${prefix}${i}`, vector: Float32Array.from(raw, (component) => component / norm) };
  });
}

/** The keys of the `k` vectors with the greatest dot product. */
export function exactSearch(items: readonly Item[], query: Float32Array, k: number): string[] {
  return items
    .map(({ key, vector }) => ({ key, dot: vector.reduce((sum, component, i) => sum + component * query[i]!, 0) }))
    .sort((a, b) => b.dot - a.dot)
    .slice(0, k)
    .map(({ key }) => key);
}

/** Roughly normal numbers: sums of uniform ones from a linear congruential generator (Knuth's MMIX constants, 32 bits). */
function gaussian(seed: number): () => number {
  let state = seed >>> 0;
  const uniform = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  return () => uniform() + uniform() + uniform() + uniform() - 2;
}
