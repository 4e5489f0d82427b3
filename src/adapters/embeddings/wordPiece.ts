import { splitWords } from './wordPieceText';

/** Longer words are not looked up, as in the reference tokenizer. Code points. */
const MAX_WORD_LENGTH = 100;
/** Words remembered before the memory starts anew: some megabytes, enough for the vocabulary of a large repository. */
const MAX_REMEMBERED_WORDS = 50_000;

const UNKNOWN = '[UNK]';
/** Marks a token that continues a word. */
const CONTINUATION = '##';

/**
 * Uncased WordPiece: each word becomes the longest known pieces, left to right.
 *
 * Source: Wu et al., "Google's Neural Machine Translation System", 2016, section 4.1, in the greedy form of BERT.
 */
export class WordPiece {
  readonly #ids: ReadonlyMap<string, number>;
  readonly #unknown: number;
  /** UTF-16 units of the longest token: no longer piece needs to be tried. */
  readonly #longest: number;
  readonly #remembered = new Map<string, readonly number[]>();

  /** @param vocabulary - one token per line, its line number from 0 being its id. */
  constructor(vocabulary: string) {
    const tokens = vocabulary.trimEnd().split('\n');
    this.#ids = new Map(tokens.map((token, id) => [token, id]));
    this.#longest = tokens.reduce((longest, token) => Math.max(longest, token.length), 0);
    this.#unknown = this.idOf(UNKNOWN);
  }

  /** Number of tokens in the vocabulary. */
  get size(): number {
    return this.#ids.size;
  }

  /** @throws Error if the vocabulary has no such token. */
  idOf(token: string): number {
    const id = this.#ids.get(token);
    if (id === undefined) {
      throw new Error(`The vocabulary has no token ${token}.`);
    }
    return id;
  }

  /**
   * The token ids of a text, without markers of beginning and end.
   *
   * @param limit - the result is cut off after this many tokens.
   */
  tokenize(text: string, limit: number): number[] {
    const ids: number[] = [];
    for (const word of splitWords(text)) {
      ids.push(...this.#piecesOf(word));
      if (ids.length >= limit) {
        return ids.slice(0, limit);
      }
    }
    return ids;
  }

  #piecesOf(word: string): readonly number[] {
    const known = this.#remembered.get(word);
    if (known) {
      return known;
    }
    if (isTooLong(word)) {
      return [this.#unknown];
    }
    const pieces = this.#split(word);
    if (this.#remembered.size >= MAX_REMEMBERED_WORDS) {
      this.#remembered.clear();
    }
    this.#remembered.set(word, pieces);
    return pieces;
  }

  /** A word with a part that no token covers is unknown as a whole. */
  #split(word: string): number[] {
    const pieces: number[] = [];
    let start = 0;
    while (start < word.length) {
      const piece = this.#longestPiece(word, start);
      if (!piece) {
        return [this.#unknown];
      }
      pieces.push(piece.id);
      start = piece.end;
    }
    return pieces;
  }

  #longestPiece(word: string, start: number): { readonly id: number; readonly end: number } | undefined {
    const prefix = start === 0 ? '' : CONTINUATION;
    for (let end = Math.min(word.length, start + this.#longest); end > start; end--) {
      const id = this.#ids.get(prefix + word.slice(start, end));
      if (id !== undefined) {
        return { id, end };
      }
    }
    return undefined;
  }
}

function isTooLong(word: string): boolean {
  return word.length > MAX_WORD_LENGTH && Array.from(word).length > MAX_WORD_LENGTH;
}
