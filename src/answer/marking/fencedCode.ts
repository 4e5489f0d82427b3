type State = 'indent' | 'run' | 'tail' | 'content';

/** More than this beyond the opening fence makes a line of backticks content, by CommonMark. */
const MAX_EXTRA_INDENT = 3;

/** Follows the lines of a fenced code block until the fence that closes it. */
export class FencedCode {
  readonly #mark: string;
  readonly #length: number;
  readonly #maxIndent: number;
  #state: State = 'content';
  #indent = 0;
  #run = 0;

  /** Begins after the opening fence, whose line may still go on. */
  constructor(fence: string, indent: number) {
    this.#mark = fence.slice(0, 1);
    this.#length = fence.length;
    this.#maxIndent = indent + MAX_EXTRA_INDENT;
  }

  /** Reads `text` from `from`. @returns where the code is over: after the closing fence's line, or the end of the text. */
  read(text: string, from: number): { readonly end: number; readonly isClosed: boolean } {
    let at = from;
    while (at < text.length) {
      if (this.#state === 'content') {
        const newline = text.indexOf('\n', at);
        if (newline === -1) {
          return { end: text.length, isClosed: false };
        }
        at = newline;
      }
      if (this.#closes(text[at] ?? '')) {
        return { end: at + 1, isClosed: true };
      }
      at++;
    }
    return { end: at, isClosed: false };
  }

  /** Reads one character; true for the end of a closing fence's line. */
  #closes(char: string): boolean {
    if (char !== '\n') {
      this.#state = this.#next(char);
      return false;
    }
    const isClosing = this.#state === 'tail' || (this.#state === 'run' && this.#run >= this.#length);
    this.#state = 'indent';
    this.#indent = 0;
    this.#run = 0;
    return isClosing;
  }

  #next(char: string): State {
    const isSpace = /\s/.test(char);
    switch (this.#state) {
      case 'indent':
        return this.#indentation(char, isSpace);
      case 'run':
        if (char === this.#mark) {
          this.#run++;
          return 'run';
        }
        return isSpace && this.#run >= this.#length ? 'tail' : 'content';
      case 'tail':
        return isSpace ? 'tail' : 'content';
      case 'content':
        return 'content';
    }
  }

  #indentation(char: string, isSpace: boolean): State {
    if (char === this.#mark && this.#indent <= this.#maxIndent) {
      this.#run = 1;
      return 'run';
    }
    this.#indent += isSpace ? 1 : 0;
    return isSpace || char === '>' ? 'indent' : 'content';
  }
}
