/**
 * Fits token vectors so that the sum over a text points where the teacher's vector of that text points.
 *
 * Start and method follow Model2Vec and its tokenlearn (Tulkens and van Dongen, 2024): the teacher's vector of every single
 * token, weighted down for frequent tokens (SIF: Arora, Liang and Ma, "A simple but tough-to-beat baseline for sentence
 * embeddings", ICLR 2017), then regression on the teacher's vectors of whole texts.
 */
import { dot } from './principalAxes.mjs';
import { seededRandom, shuffle } from './random.mjs';

const SEED = 7;
const EPOCHS = 10;
const RATE = { first: 0.01, decay: 0.8 };
/** Tokens below are markers and reserve, and never occur in text. */
export const FIRST_REAL_TOKEN = 999;
/** Every n-th text is only for measuring. */
const HELD_OUT = 50;
const SIF_WEIGHT = 1e-3;

/**
 * @param {{ vectors: Float32Array, columns: number, texts: number[][] }} input one row per token of the vocabulary
 * @returns {Float32Array} rows weighted by rarity; zero for reserved tokens
 */
export function weightedStart({ vectors, columns, texts }) {
  const counts = new Float64Array(vectors.length / columns).fill(0.5);
  texts.flat().forEach((id) => { counts[id]++; });
  const total = counts.reduce((sum, count) => sum + count, 0);
  return vectors.map((value, i) => {
    const id = Math.floor(i / columns);
    return id < FIRST_REAL_TOKEN ? 0 : (value * SIF_WEIGHT) / (SIF_WEIGHT + counts[id] / total);
  });
}

/** How often each token occurs. @param {number[]} ids @returns {Map<number, number>} */
function countTokens(ids) {
  const counts = new Map();
  for (const id of ids) {
    if (id >= FIRST_REAL_TOKEN) {
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  return counts;
}

/** The table as it is being learned. */
class Learner {
  #columns;
  #table;
  /** Sum of squared gradients per row: Adagrad (Duchi, Hazan and Singer, JMLR 2011) with one rate per token. */
  #squares;

  /** @param {Float32Array} table changed in place @param {number} columns */
  constructor(table, columns) {
    this.#table = table;
    this.#columns = columns;
    this.#squares = new Float64Array(table.length / columns);
  }

  /** @param {Map<number, number>} counts @returns {Float64Array} */
  #sum(counts) {
    const sum = new Float64Array(this.#columns);
    for (const [id, count] of counts) {
      const start = id * this.#columns;
      for (let i = 0; i < sum.length; i++) {
        sum[i] += count * this.#table[start + i];
      }
    }
    return sum;
  }

  /** @returns {{ sum: Float64Array, length: number, cosine: number }} @param {Map<number, number>} counts @param {Float32Array} target unit */
  compare(counts, target) {
    const sum = this.#sum(counts);
    const length = Math.sqrt(dot(sum, sum)) + 1e-9;
    return { sum, length, cosine: dot(sum, target) / length };
  }

  /** One step down the slope of `1 - cosine`. @param {Map<number, number>} counts @param {Float32Array} target unit @param {number} rate */
  learn(counts, target, rate) {
    const { sum, length, cosine } = this.compare(counts, target);
    // The slope in the space of mean directions: independent of how long the text is.
    const slope = sum.map((value, i) => (cosine * value) / length - target[i]);
    const squares = dot(slope, slope) / this.#columns;
    const tokens = [...counts.values()].reduce((a, b) => a + b, 0);
    for (const [id, count] of counts) {
      const share = count / tokens;
      this.#squares[id] += squares * share * share;
      const step = (rate * share) / (Math.sqrt(this.#squares[id]) + 1e-9);
      const start = id * this.#columns;
      for (let i = 0; i < slope.length; i++) {
        this.#table[start + i] -= step * slope[i];
      }
    }
  }
}

/**
 * @param {{ table: Float32Array, columns: number, texts: number[][], targets: Float32Array }} input
 *   `table` is the start and is changed in place; `targets` has one unit row per text.
 */
export function trainTable({ table, columns, texts, targets }) {
  const learner = new Learner(table, columns);
  const counts = texts.map(countTokens);
  const target = (text) => targets.subarray(text * columns, (text + 1) * columns);
  const all = texts.map((_, text) => text);
  const held = all.filter((text) => text % HELD_OUT === 0);
  const taught = all.filter((text) => text % HELD_OUT !== 0);
  const random = seededRandom(SEED);
  for (let epoch = 0, rate = RATE.first; epoch < EPOCHS; epoch++, rate *= RATE.decay) {
    for (const text of shuffle(taught, random)) {
      learner.learn(counts[text], target(text), rate);
    }
    const mean = held.reduce((sum, text) => sum + learner.compare(counts[text], target(text)).cosine, 0) / held.length;
    console.log(`epoch ${epoch + 1} of ${EPOCHS}: mean cosine with the teacher on held-out texts ${mean.toFixed(4)}`);
  }
}
