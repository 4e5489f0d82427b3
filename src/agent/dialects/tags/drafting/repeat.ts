/** Fewer characters than this that both texts share are chance. */
const MIN_LENGTH = 12;

/** A character of these scripts says as much as two of others. */
const WIDE = /[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff01-\uffef]/;

const WORD = /[\p{L}\p{N}_]/u;

const SENTENCE_END = /[.!?。！？…\n]/;
/** These end a sentence only before a space. */
const WEAK_END = /[.!?]/;
const SENTENCE_START = /(?:^|[\n。！？…]|[.!?:]\s)\s{0,2}$/;

/**
 * How much of the beginning of a text repeats another text, decided character by character: the longest beginning that is
 * the end of the other, if it is long enough or a whole sentence; else whole sentences that stand anywhere in the other.
 *
 * It is the search of Knuth, Morris and Pratt ("Fast pattern matching in strings", SIAM J. Comput. 1977) with the pattern still
 * growing: as long as it occurs in the text, more of it is waited for; where the text ends, what has matched is the overlap.
 * Linear in both.
 */
export class Repeat {
  readonly #text: string;
  readonly #isCut: boolean;
  /** The beginning so far, and for each of its lengths the longest beginning that is also its end. */
  readonly #pattern: string[] = [];
  readonly #borders: number[] = [];
  #width = 0;
  /** How far the text is read, and how much of the pattern matches there. */
  #at = 0;
  #matched = 0;
  /** Length of the whole sentences that the pattern began with. */
  #sentences = 0;

  /**
   * @param text - what was written before, without white space at its end.
   * @param isCut - whether it may end inside a word: then the last word alone, or its beginning, is repeated too.
   */
  constructor(text: string, isCut: boolean) {
    this.#text = text;
    this.#isCut = isCut;
  }

  /** Reads the next character. @returns true once nothing that follows changes the result. */
  push(char: string): boolean {
    this.#pattern.push(char);
    this.#width += WIDE.test(char) ? 2 : 1;
    this.#borders.push(this.#nextBorder(char));
    this.#search(false);
    this.#noteSentence();
    return this.#at === this.#text.length;
  }

  /** No character follows. */
  end(): void {
    this.#search(true);
  }

  /** What is read so far. */
  get read(): string {
    return this.#pattern.join('');
  }

  /** How much of it repeats the end of the other text, or sentences of it; 0 for neither. */
  get result(): { readonly length: number; readonly isTail: boolean } {
    const tail = this.#matched;
    const start = this.#text.length - tail;
    const isLong = widthOf(this.#pattern.slice(0, tail)) >= MIN_LENGTH;
    if (isLong || this.#isSentence(start, tail) || (this.#isCut && tail > 0 && this.#isWordStart(start))) {
      return { length: tail, isTail: true };
    }
    const next = this.#pattern[this.#sentences];
    const isWhole = next === undefined || /\s/.test(next) || !WEAK_END.test(this.#pattern[this.#sentences - 1] ?? '');
    return { length: isWhole ? this.#sentences : 0, isTail: false };
  }

  #nextBorder(char: string): number {
    let border = this.#borders.at(-1) ?? 0;
    while (border > 0 && this.#pattern[border] !== char) {
      border = this.#borders[border - 1] ?? 0;
    }
    return this.#pattern.length > 1 && this.#pattern[border] === char ? border + 1 : 0;
  }

  #search(isOver: boolean): void {
    while (this.#at < this.#text.length) {
      const isWhole = this.#matched === this.#pattern.length;
      if (isWhole && !isOver) {
        return;
      }
      if (!isWhole && this.#pattern[this.#matched] === this.#text[this.#at]) {
        this.#matched++;
        this.#at++;
      } else if (this.#matched > 0) {
        this.#matched = this.#borders[this.#matched - 1] ?? 0;
      } else {
        this.#at++;
      }
    }
  }

  #isWordStart(start: number): boolean {
    const [before = ' ', first = ''] = [this.#text[start - 1], this.#text[start]];
    return WIDE.test(first) || !WORD.test(before);
  }

  #noteSentence(): void {
    const length = this.#pattern.length;
    if (this.#matched === length && this.#width >= MIN_LENGTH && this.#isSentence(this.#at - length, length)) {
      this.#sentences = length;
    }
  }

  /** True if a piece of the text that the pattern begins with is one or more whole sentences, or lines. */
  #isSentence(start: number, length: number): boolean {
    const last = this.#pattern[length - 1] ?? '';
    const next = this.#text[start + length] ?? ' ';
    const isEnd = SENTENCE_END.test(last) && (!WEAK_END.test(last) || /\s/.test(next));
    return isEnd && SENTENCE_START.test(this.#text.slice(Math.max(0, start - 4), start));
  }
}

function widthOf(chars: readonly string[]): number {
  return chars.reduce((sum, char) => sum + (WIDE.test(char) ? 2 : 1), 0);
}
