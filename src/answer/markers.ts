import { FencedCode } from './marking/fencedCode';
import type { LineStart } from './marking/lineHead';
import { LineHead } from './marking/lineHead';
import { MarkerLexer } from './marking/markerLexer';
import { MarkerOutput } from './marking/markerOutput';
import { MarkerQueue } from './marking/markerQueue';

/** Where in its line the stream stands. */
type Place =
  | { readonly kind: 'head'; readonly head: LineHead; raw: string }
  | { readonly kind: 'line' }
  /** After three backticks: a fence, unless another backtick follows in the line. */
  | { readonly kind: 'info'; readonly fence: string; readonly indent: number; info: string }
  | { readonly kind: 'code'; readonly code: FencedCode };

/**
 * Reads an answer as a model writes it and passes it on as canonical Markdown, in which every reference to evidence is
 * `[n]`. Understands `[1]`, `[1, 2]`, `[1][2]`, `[1-3]`, `[[1]]`, `【1】`, `［1］` and full-width digits; leaves code, math,
 * links, tags, footnotes and definitions alone; removes references to numbers that are not known.
 *
 * What cannot be decided yet is held back, so that nothing is ever taken back: the pieces returned so far are a prefix
 * of the whole, and the whole does not depend on how the input was cut. Linear in the length of the input.
 */
export class MarkerStream {
  readonly #output: MarkerOutput;
  readonly #queue: MarkerQueue;
  readonly #lexer: MarkerLexer;
  #place: Place = { kind: 'head', head: new LineHead(false), raw: '' };
  #isQuote = false;
  #isHeading = false;

  /** @param known - tells whether a number belongs to evidence. */
  constructor(known: (n: number) => boolean) {
    this.#output = new MarkerOutput(known);
    this.#queue = new MarkerQueue(this.#output);
    this.#lexer = new MarkerLexer(this.#queue);
  }

  /** The numbers cited in what was returned so far. */
  get cited(): ReadonlySet<number> {
    return this.#output.cited;
  }

  /** How many references were removed because no evidence has their number. */
  get invalidRefs(): number {
    return this.#output.invalidRefs;
  }

  /** Takes the next piece of the model's text. @returns what is decided by it. */
  push(text: string): string {
    let at = 0;
    while (at < text.length) {
      at = this.#read(text, at);
    }
    return this.#output.take();
  }

  /** The text is over. @returns the rest. */
  end(): string {
    if (this.#place.kind === 'head') {
      this.#startLine(this.#place, this.#place.head.read('') ?? { kind: 'blank' });
    }
    if (this.#place.kind === 'info') {
      this.#queue.add({ kind: 'text', raw: this.#place.fence + this.#place.info });
    }
    this.#lexer.end();
    this.#queue.endParagraph();
    return this.#output.takeAll();
  }

  #read(text: string, from: number): number {
    const place = this.#place;
    switch (place.kind) {
      case 'head':
        return this.#readHead(place, text, from);
      case 'line': {
        const end = this.#lexer.readLine(text, from);
        if (text[end - 1] === '\n') {
          this.#endLine();
        }
        return end;
      }
      case 'info':
        return this.#readInfo(place, text, from);
      case 'code': {
        const { end, isClosed } = place.code.read(text, from);
        this.#output.text(text.slice(from, end));
        if (isClosed) {
          this.#endLine();
        }
        return end;
      }
    }
  }

  #endLine(): void {
    if (this.#isHeading) {
      this.#queue.endParagraph();
    } else {
      this.#queue.endLine();
    }
    this.#place = { kind: 'head', head: new LineHead(this.#isQuote), raw: '' };
  }

  #readHead(place: Place & { kind: 'head' }, text: string, from: number): number {
    for (let at = from; at < text.length; at++) {
      const start = place.head.read(text[at] ?? '');
      if (start !== undefined) {
        place.raw += text.slice(from, at);
        this.#startLine(place, start);
        return at;
      }
    }
    place.raw += text.slice(from);
    return text.length;
  }

  #startLine({ head, raw }: Place & { kind: 'head' }, start: LineStart): void {
    this.#isQuote = head.isQuote;
    this.#isHeading = start.kind === 'heading';
    if (start.kind !== 'continuation') {
      this.#queue.endParagraph();
    }
    this.#place = { kind: 'line' };
    this.#lexer.startLine();
    if (start.kind === 'fence') {
      this.#startFence(raw, start);
    } else if (raw.endsWith('`') || raw.endsWith('~')) {
      this.#replay(raw);
    } else {
      this.#queue.add({ kind: 'text', raw });
    }
  }

  #startFence(raw: string, { fence, indent }: LineStart & { kind: 'fence' }): void {
    this.#queue.add({ kind: 'text', raw: raw.slice(0, raw.length - fence.length) });
    this.#place = fence.startsWith('~') ? this.#startCode(fence, indent) : { kind: 'info', fence, indent, info: '' };
  }

  #startCode(opening: string, indent: number): Place {
    this.#queue.add({ kind: 'text', raw: opening });
    this.#queue.endParagraph();
    return { kind: 'code', code: new FencedCode(opening, indent) };
  }

  #readInfo(place: Place & { kind: 'info' }, text: string, from: number): number {
    const [rest = ''] = /^[^`\n]*/.exec(text.slice(from)) ?? [];
    place.info += rest;
    const end = from + rest.length;
    if (text[end] === '\n') {
      this.#place = { kind: 'code', code: new FencedCode(place.fence, place.indent) };
      this.#output.text(place.fence + place.info);
    } else if (text[end] === '`') {
      this.#place = { kind: 'line' };
      this.#replay(place.fence + place.info);
    }
    return end;
  }

  /** Reads again, as part of a line, what looked like markup. */
  #replay(raw: string): void {
    this.#lexer.readLine(raw, 0);
  }
}
