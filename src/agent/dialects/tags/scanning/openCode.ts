/** A run of backticks or tildes that is being read. */
interface Run {
  readonly mark: string;
  length: number;
  /** False for a backtick behind a backslash: it closes inline code, and does not open it. */
  readonly opens: boolean;
  /** True for the first run of a line with nothing before it but the marks of lists and quotes. */
  readonly isLead: boolean;
}

/** Inline code that is open; in a line that begins with it, it may be a fence as well. */
interface Inline {
  readonly length: number;
  mayBeFence: boolean;
}

/** Fenced code that is open. */
interface Fence {
  readonly mark: string;
  readonly length: number;
  /** True to the end of the line that opens it. */
  isOpening: boolean;
}

const LEAD = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*$/;

const MIN_FENCE = 3;

/** A line that closes fenced code, if its mark is the one that opened it, and as long. */
const CLOSING = /^[\s>]*(`{3,}|~{3,})\s*$/;

/** What was open turned out to be code, or not to be. */
export type CodeChange = 'code' | 'prose' | undefined;

/**
 * Follows which code is open in Markdown. Inline code is closed in its line or was none: models seldom break a line in it,
 * and whoever waits for the end does not wait for a paragraph. Linear.
 */
export class OpenCode {
  /** The line so far. */
  #line = '';
  #last = '';
  #hasRun = false;
  #run: Run | undefined;
  #inline: Inline | undefined;
  #fence: Fence | undefined;

  /** Reads one character, or several that are neither a backtick, a tilde nor a line break. */
  read(text: string): CodeChange {
    if (text === this.#run?.mark) {
      this.#run.length++;
      this.#add(text);
      return undefined;
    }
    const change = this.endRun();
    if (text === '\n') {
      return this.#endLine() ?? change;
    }
    if (text === '`' || text === '~') {
      this.#run = { mark: text, length: 1, opens: this.#last !== '\\', isLead: !this.#hasRun && LEAD.test(this.#line) };
      this.#hasRun = true;
    }
    this.#add(text);
    return change;
  }

  /** Says that no mark follows: a tag does, or the end. */
  endRun(): CodeChange {
    const run = this.#run;
    this.#run = undefined;
    if (run === undefined || this.#fence !== undefined) {
      return undefined;
    }
    const mayBeFence = run.isLead && run.length >= MIN_FENCE;
    if (run.mark === '~') {
      this.#fence = mayBeFence ? { mark: run.mark, length: run.length, isOpening: true } : undefined;
    } else if (this.#inline === undefined) {
      this.#inline = run.opens ? { length: run.length, mayBeFence } : undefined;
    } else if (this.#inline.length === run.length) {
      this.#inline = undefined;
      return 'code';
    } else {
      this.#inline.mayBeFence = false;
    }
    return undefined;
  }

  /** Ends a line that would close fenced code if nothing followed in it. @returns true for such a line. */
  endFence(): boolean {
    const isEnd = this.#fence !== undefined && this.#closes(this.#fence);
    if (isEnd) {
      this.#endLine();
    }
    return isEnd;
  }

  get isInline(): boolean {
    return this.#inline !== undefined;
  }

  get isFenced(): boolean {
    return this.#fence !== undefined;
  }

  /** What closes the code that is open. */
  get closing(): string {
    if (this.#fence === undefined) {
      return '`'.repeat(this.#inline?.length ?? 0);
    }
    return `${this.#line === '' ? '' : '\n'}${this.#fence.mark.repeat(this.#fence.length)}`;
  }

  #endLine(): CodeChange {
    const change = this.#endOpening();
    this.#line = '';
    this.#last = '';
    this.#hasRun = false;
    this.#run = undefined;
    return change;
  }

  #endOpening(): CodeChange {
    const inline = this.#inline;
    this.#inline = undefined;
    if (inline?.mayBeFence === true) {
      this.#fence = { mark: '`', length: inline.length, isOpening: false };
      return 'code';
    }
    if (this.#fence !== undefined) {
      const isClosed = this.#closes(this.#fence);
      this.#fence.isOpening = false;
      this.#fence = isClosed ? undefined : this.#fence;
      return undefined;
    }
    return inline === undefined ? undefined : 'prose';
  }

  #closes({ mark, length, isOpening }: Fence): boolean {
    const [, marks = ''] = isOpening ? [] : (CLOSING.exec(this.#line) ?? []);
    return marks.startsWith(mark) && marks.length >= length;
  }

  #add(text: string): void {
    this.#line += text;
    this.#last = text.slice(-1);
  }
}
