import type { MarkerNumbers } from './markerNumbers';
import { parseMarkerNumbers } from './markerNumbers';
import type { MarkerQueue } from './markerQueue';
import type { DelimiterToken, MarkerToken } from './markerTokens';

/** What the lexer is in the middle of. */
type State =
  | 'plain'
  /** After a backslash. */
  | 'escape'
  /** In a run of backticks or dollars. */
  | 'run'
  /** After `<`. */
  | 'angle'
  /** After `]`. */
  | 'closeBracket'
  /** Inside the brackets of what may be a marker. */
  | 'content'
  /** After the first `]` of what began with `[[`. */
  | 'secondClose'
  /** After what is a marker, unless a link's target or a definition follows. */
  | 'after';

/** Up to the next character that means something. */
const PLAIN = /[^\\`$[\]【［<>)\n]+/y;

const OPENERS = '[【［';
const CLOSERS = ']】］';
const CONTENT = /[0-9\uff10-\uff19 \t\u3000,;\uff0c\uff1b\u3001\u2010-\u2015\uff0d~\uff5e-]/;

/** There may be as many of these as there are characters. */
const BRACKET: MarkerToken = { kind: 'bracket', raw: '[' };
const IN_LINE = {
  ')': inLine(')', ')', false),
  '>': inLine('>', '>', false),
  '<': inLine('<', '>', true),
  '(': inLine('(', ')', true),
  '](': inLine('](', ')', true),
} as const;

function inLine(raw: string, key: string, opens: boolean): DelimiterToken {
  return { kind: 'delimiter', raw, key, opens, closes: !opens, inLine: true };
}

/** Cuts the lines of a paragraph into tokens, one character at a time, however the text arrives. */
export class MarkerLexer {
  readonly #queue: MarkerQueue;
  #state: State = 'plain';
  /** What was read since the last token. */
  #pending = '';
  /** What the run being read is made of: to ask the pending text would copy it each time. */
  #mark = '';
  /** Brackets that opened the pending marker: one or two. */
  #openers = '';
  #content = '';
  #refs: MarkerNumbers = { numbers: [], badRanges: 0 };
  /** True for a backtick after a backslash: it closes code, and does not open it. */
  #escaped = false;
  /** Last character of the last token, for what `$` needs to know. */
  #previous = '\n';
  #isLineStart = true;

  constructor(queue: MarkerQueue) {
    this.#queue = queue;
  }

  /** Says that the text so far ended a line, or the markup at its start. */
  startLine(): void {
    this.#isLineStart = true;
  }

  /** Reads one line from `from`, its end included. @returns where to go on. */
  readLine(text: string, from: number): number {
    let at = from;
    while (at < text.length) {
      if (this.#state === 'plain') {
        at = this.#readPlain(text, at);
      }
      const char = text[at];
      if (char === undefined) {
        break;
      }
      this.#step(char);
      at++;
      if (char === '\n') {
        break;
      }
    }
    return at;
  }

  /** The text is over: what is begun is all there will be. */
  end(): void {
    this.#step('');
  }

  #readPlain(text: string, from: number): number {
    PLAIN.lastIndex = from;
    const [run] = PLAIN.exec(text) ?? [];
    if (run === undefined) {
      return from;
    }
    this.#text(run);
    return from + run.length;
  }

  /** @param char - empty at the end of the text. */
  #step(char: string): void {
    switch (this.#state) {
      case 'plain':
        this.#plain(char);
        return;
      case 'escape':
        this.#escape(char);
        return;
      case 'run':
        this.#run(char);
        return;
      case 'angle':
        this.#angle(char);
        return;
      case 'closeBracket':
        this.#closeBracket(char);
        return;
      case 'content':
        this.#inContent(char);
        return;
      case 'secondClose':
        this.#secondClose(char);
        return;
      case 'after':
        this.#after(char);
    }
  }

  #plain(char: string): void {
    if (char !== '' && OPENERS.includes(char)) {
      this.#begin('content', '');
      this.#openers = char;
      this.#content = '';
      return;
    }
    switch (char) {
      case '\\':
        this.#begin('escape', char);
        return;
      case '`':
      case '$':
        this.#beginRun(char);
        return;
      case '<':
        this.#begin('angle', char);
        return;
      case ']':
        this.#begin('closeBracket', char);
        return;
      case ')':
      case '>':
        this.#delimiter(IN_LINE[char]);
        return;
      default:
        this.#text(char);
    }
  }

  #begin(state: State, pending: string): void {
    this.#state = state;
    this.#pending = pending;
  }

  #beginRun(mark: string): void {
    this.#begin('run', mark);
    this.#mark = mark;
  }

  #escape(char: string): void {
    if (char === '`') {
      this.#text('\\');
      this.#escaped = true;
      this.#beginRun(char);
    } else {
      this.#state = 'plain';
      this.#text(`\\${char}`);
    }
  }

  #run(char: string): void {
    if (char === this.#mark) {
      this.#pending += char;
      return;
    }
    const raw = this.#pending;
    const sides = raw.startsWith('$') ? this.#mathSides(raw, char) : { opens: !this.#escaped, closes: true };
    this.#escaped = false;
    this.#delimiter({ kind: 'delimiter', raw, key: raw, inLine: false, ...sides });
    this.#step(char);
  }

  /** `$` is money unless it hugs what it encloses; the rule of Pandoc's `tex_math_dollars`. */
  #mathSides(raw: string, next: string): { opens: boolean; closes: boolean } {
    if (raw.length !== 1) {
      return { opens: raw.length === 2, closes: raw.length === 2 };
    }
    return { opens: /\S/.test(next), closes: /\S/.test(this.#previous) && !/\d/.test(next) };
  }

  /** `<b>`, `</b>` and `<https://…>` are tags and links; `a < b` is not. */
  #angle(char: string): void {
    if (/[a-z/]/i.test(char)) {
      this.#delimiter(IN_LINE['<']);
    } else {
      this.#state = 'plain';
      this.#text('<');
    }
    this.#step(char);
  }

  #closeBracket(char: string): void {
    this.#queue.closeBracket(char === '(');
    if (char === '(') {
      this.#delimiter(IN_LINE['](']);
      return;
    }
    this.#state = 'plain';
    this.#text(']');
    this.#step(char);
  }

  #inContent(char: string): void {
    const refs = char !== '' && CLOSERS.includes(char) ? parseMarkerNumbers(this.#content) : undefined;
    if (refs !== undefined) {
      this.#refs = refs;
      this.#pending = this.#openers.slice(-1) + this.#content + char;
      this.#state = this.#openers.length === 2 ? 'secondClose' : 'after';
    } else if (char !== '' && CONTENT.test(char)) {
      this.#content += char;
    } else if (char !== '' && OPENERS.includes(char) && this.#content === '') {
      if (this.#openers.length === 2) {
        this.#opener(this.#openers.slice(0, 1));
      }
      this.#openers = this.#openers.slice(-1) + char;
    } else {
      const [...openers] = this.#openers;
      this.#state = 'plain';
      openers.forEach((opener) => {
        this.#opener(opener);
      });
      this.#text(this.#content);
      this.#step(char);
    }
  }

  #opener(raw: string): void {
    if (raw === '[') {
      this.#queue.add(BRACKET);
      this.#leave(raw);
    } else {
      this.#text(raw);
    }
  }

  #secondClose(char: string): void {
    this.#state = 'after';
    if (char !== '' && CLOSERS.includes(char)) {
      this.#pending = this.#openers.slice(0, 1) + this.#pending + char;
      return;
    }
    this.#opener(this.#openers.slice(0, 1));
    this.#step(char);
  }

  #after(char: string): void {
    const raw = this.#pending;
    const wasLineStart = this.#isLineStart;
    const wouldLink = char === '(' || (char === ':' && wasLineStart);
    this.#state = 'plain';
    if (wouldLink && raw.startsWith('[') && raw.endsWith(']')) {
      this.#text(raw);
      if (char === '(') {
        this.#delimiter(IN_LINE[char]);
        return;
      }
    } else {
      this.#queue.add({ kind: 'marker', raw, refs: this.#refs, next: char, needsGap: wouldLink });
      this.#leave(raw);
    }
    this.#step(char);
  }

  #text(raw: string): void {
    if (raw !== '') {
      this.#queue.add({ kind: 'text', raw });
      this.#leave(raw);
    }
  }

  #delimiter(token: DelimiterToken): void {
    this.#state = 'plain';
    this.#queue.add(token);
    this.#leave(token.raw);
  }

  #leave(raw: string): void {
    this.#previous = raw.at(-1) ?? '';
    this.#isLineStart = false;
  }
}
