/** A text on its way to a server. */
export interface Item {
  /** Position in what was asked for. */
  readonly at: number;
  readonly text: string;
}

/** What one request may hold. Read anew for each: a server may say in between that it takes less. */
export interface BatchLimits {
  maxItems: number;
  /** Estimated, see {@link roughTokens}. */
  readonly maxTokens: number;
}

/** Cuts items into requests, in order. A single item that is beyond the limits is a request of its own. */
export function* batches(items: readonly Item[], limits: BatchLimits): Generator<readonly Item[]> {
  let batch: Item[] = [];
  let tokens = 0;
  for (const item of items) {
    const more = roughTokens(item.text);
    if (batch.length > 0 && (batch.length >= limits.maxItems || tokens + more > limits.maxTokens)) {
      yield batch;
      batch = [];
      tokens = 0;
    }
    batch.push(item);
    tokens += more;
  }
  if (batch.length > 0) {
    yield batch;
  }
}

const LETTERS_PER_TOKEN = 3;

/** Tokens of a text for an unknown model, rather too many: three letters of ASCII make one, any other character one by itself. */
export function roughTokens(text: string): number {
  const wide = text.match(/[^\0-\x7f]/g)?.length ?? 0;
  return wide + Math.ceil((text.length - wide) / LETTERS_PER_TOKEN);
}

/** The beginning of a text, at most so many UTF-16 units, without half a character at its end. */
export function headOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/** The beginning of a text that has at most so many {@link roughTokens}. */
export function withinTokens(text: string, maxTokens: number): string {
  const tokens = roughTokens(text);
  return tokens <= maxTokens ? text : withinTokens(headOf(text, Math.max(0, Math.floor((text.length * maxTokens) / tokens) - 1)), maxTokens);
}
