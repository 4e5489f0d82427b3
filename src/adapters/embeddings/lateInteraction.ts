/** The hidden states of one text as unit vectors of 8-bit numbers: a quarter of the memory, for the same ranking. */
export interface TokenVectors {
  /** Row-major, one row per token; a value of 127 stands for 1. */
  readonly rows: Int8Array;
  readonly count: number;
}

/** What a component of length 1 is stored as. */
const ONE = 127;

/** Makes each row of a matrix a unit vector and stores it in 8 bits. */
export function quantizeRows(states: Float32Array, width: number): TokenVectors {
  const count = states.length / width;
  const rows = new Int8Array(states.length);
  for (let start = 0; start < states.length; start += width) {
    let squares = 0;
    for (let at = start; at < start + width; at++) {
      squares += (states[at] ?? 0) ** 2;
    }
    const scale = squares > 0 ? ONE / Math.sqrt(squares) : 0;
    for (let at = start; at < start + width; at++) {
      rows[at] = Math.round((states[at] ?? 0) * scale);
    }
  }
  return { rows, count };
}

/**
 * How well a text answers a query, token by token: the mean over the query's tokens of the highest cosine with any token
 * of the text, in [-1, 1]. The first and last token of the query, which mark its ends, do not count.
 *
 * Source: Khattab and Zaharia, "ColBERT: Efficient and Effective Passage Search via Contextualized Late Interaction over
 * BERT", SIGIR 2020; here with the states of an encoder that was not trained for it.
 */
export function maxSim(query: TokenVectors, text: TokenVectors, width: number): number {
  let sum = 0;
  for (let token = 1; token < query.count - 1; token++) {
    const asked = query.rows.subarray(token * width, (token + 1) * width);
    let best = -Infinity;
    for (let other = 0; other < text.count; other++) {
      best = Math.max(best, dot(asked, text.rows, other * width));
    }
    sum += best;
  }
  return sum / Math.max(1, query.count - 2) / (ONE * ONE);
}

/** The product of a row with the row of a matrix that starts at `start`; lengths are multiples of 4. */
function dot(row: Int8Array, rows: Int8Array, start: number): number {
  let [even, odd] = [0, 0];
  for (let i = 0, at = start; i < row.length; i += 4, at += 4) {
    even += (row[i] ?? 0) * (rows[at] ?? 0) + (row[i + 1] ?? 0) * (rows[at + 1] ?? 0);
    odd += (row[i + 2] ?? 0) * (rows[at + 2] ?? 0) + (row[i + 3] ?? 0) * (rows[at + 3] ?? 0);
  }
  return even + odd;
}
