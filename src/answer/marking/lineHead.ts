/** What the start of a line turned out to be. */
export type LineStart =
  /** Nothing but white space and quote marks. */
  | { readonly kind: 'blank' }
  /** A list item, table row or quote begins: the paragraph before is over. */
  | { readonly kind: 'block' }
  /** A block that is over with its line. */
  | { readonly kind: 'heading' }
  /** The paragraph before goes on. */
  | { readonly kind: 'continuation' }
  /** Three or more backticks or tildes. */
  | { readonly kind: 'fence'; readonly fence: string; readonly indent: number };

type State = 'indent' | 'bullet' | 'number' | 'hash' | 'fence';

/** Most digits of a list number and most `#` of a heading, by CommonMark. */
const MAX_LIST_DIGITS = 9;
const MAX_HEADING_LEVEL = 6;

const MIN_FENCE = 3;

/** Reads the markup at the start of a line, one character at a time, until it is clear what the line is. */
export class LineHead {
  #state: State = 'indent';
  /** Length of the digits, hashes or fence being read, and the character that it began with. */
  #run = 0;
  #mark = '';
  #indent = 0;
  #isBlock = false;
  #isQuote = false;
  readonly #wasQuote: boolean;

  /** @param wasQuote - whether the line before stood in a quote. */
  constructor(wasQuote: boolean) {
    this.#wasQuote = wasQuote;
  }

  get isQuote(): boolean {
    return this.#isQuote;
  }

  /**
   * Reads one character.
   * @param char - empty at the end of the text.
   * @returns what the line is, once that is clear; the character then belongs to the rest of the line.
   */
  read(char: string): LineStart | undefined {
    switch (this.#state) {
      case 'indent':
        return this.#indentation(char);
      case 'bullet':
        return this.#bullet(char);
      case 'number':
        return this.#number(char);
      case 'hash':
        return this.#hash(char);
      case 'fence':
        return this.#fence(char);
    }
  }

  #indentation(char: string): LineStart | undefined {
    if (char === '' || char === '\n') {
      return this.#isBlock ? { kind: 'block' } : { kind: 'blank' };
    }
    if (char === '>') {
      this.#isQuote = true;
      this.#isBlock ||= !this.#wasQuote;
      return undefined;
    }
    if (/\s/.test(char)) {
      this.#indent++;
      return undefined;
    }
    return this.#firstMark(char);
  }

  #firstMark(char: string): LineStart | undefined {
    this.#run = 1;
    this.#mark = char;
    if ('-*+'.includes(char)) {
      this.#state = 'bullet';
    } else if (/\d/.test(char)) {
      this.#state = 'number';
    } else if (char === '#') {
      this.#state = 'hash';
    } else if (char === '`' || char === '~') {
      this.#state = 'fence';
    } else {
      return char === '|' ? { kind: 'block' } : this.#rest();
    }
    return undefined;
  }

  #bullet(char: string): LineStart | undefined {
    if (char !== '' && !/\s/.test(char)) {
      return this.#rest();
    }
    this.#isBlock = true;
    this.#state = 'indent';
    return this.#indentation(char);
  }

  #number(char: string): LineStart | undefined {
    if (/\d/.test(char) && this.#run < MAX_LIST_DIGITS) {
      this.#run++;
      return undefined;
    }
    if (char === '.' || char === ')') {
      this.#state = 'bullet';
      return undefined;
    }
    return this.#rest();
  }

  #hash(char: string): LineStart | undefined {
    if (char === '#' && this.#run < MAX_HEADING_LEVEL) {
      this.#run++;
      return undefined;
    }
    return char === '' || /\s/.test(char) ? { kind: 'heading' } : this.#rest();
  }

  #fence(char: string): LineStart | undefined {
    if (char === this.#mark) {
      this.#run++;
      return undefined;
    }
    return this.#run < MIN_FENCE
      ? this.#rest()
      : { kind: 'fence', fence: this.#mark.repeat(this.#run), indent: this.#indent };
  }

  #rest(): LineStart {
    return { kind: this.#isBlock ? 'block' : 'continuation' };
  }
}
