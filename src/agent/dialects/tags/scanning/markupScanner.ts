import type { CodeChange } from './openCode';
import { OpenCode } from './openCode';

/** A piece of what a model wrote: text to show, or a tag that is none. */
export type ScannedPart<T> = { readonly text: string } | { readonly tag: T };

/** A tag that may still turn out to be text. */
type HeldPart<T> = { readonly text: string } | { readonly tag: T; readonly raw: string };

/** The tags that are looked for. All begin with `<`, or its full-width form, and have it nowhere else. */
export interface TagVocabulary<T> {
  /** Reads what may be a tag, character by character: a tag, the beginning of one, no tag. */
  readonly read: (raw: string) => T | 'begun' | undefined;
  /** The tag that a server left the head of, at the end of a response. */
  readonly readStopped: (raw: string) => T | undefined;
}

/** Up to the next character that means something. */
const PLAIN = /[^`~<＜\n]+/y;

const OPENER = /^[<＜]/;

/** As much of the text shown last as may be the beginning of a tag, and more. */
const TAIL = 16;

/**
 * Finds the tags in Markdown that arrives in any pieces. What may be the beginning of a tag is held back, so that no part of
 * one is ever shown; what turns out to be none is text, down to the last character. A tag inside inline code or fenced code
 * is text: an answer may be about these very tags. Where that is open, the tag waits for the backtick that closes the code
 * or the end of the line; in a fence for any word behind it. Code that nothing closes before the response ends hides no tag.
 *
 * Text on both sides of a tag is never read as one: where it would make a tag or a longer run of marks, a space comes between.
 * The text and the tags do not depend on how the input was cut. Linear.
 */
export class MarkupScanner<T> {
  readonly #vocabulary: TagVocabulary<T>;
  readonly #code = new OpenCode();
  #parts: ScannedPart<T>[] = [];
  /** Begins with a tag. */
  #held: HeldPart<T>[] | undefined;
  /** The beginning of what may be a tag. */
  #pending = '';
  #tail = '';
  /** What stood before the text that comes next, if it was not text. */
  #seam: 'tag' | 'fence' | 'round' | undefined;

  constructor(vocabulary: TagVocabulary<T>) {
    this.#vocabulary = vocabulary;
  }

  /** Takes a text that is shown already, to know what code is open where the next one begins. */
  follow(text: string): this {
    this.push(text);
    this.#flush();
    this.#seam = this.#code.endFence() ? 'fence' : 'round';
    if (this.#held !== undefined) {
      // The text ends in what closes the code around a tag: a longer run would not.
      this.#settle(this.#code.endRun() ?? 'code');
      this.#seam = 'tag';
    }
    this.#take();
    return this;
  }

  /** Takes the next piece. @returns what is decided by it. */
  push(text: string): ScannedPart<T>[] {
    for (let at = 0; at < text.length; ) {
      const plain = this.#pending === '' ? plainAt(text, at) : '';
      if (plain === '') {
        this.#step(text.charAt(at));
      } else {
        this.#text(plain);
      }
      at += Math.max(1, plain.length);
    }
    return this.#take();
  }

  /**
   * The response is over. @returns the rest.
   * @param how - `whole`: the model came to an end, and a head that its server left standing is a tag; `cut`: it was still
   * writing, and what may have become a tag is dropped.
   */
  end(how: 'whole' | 'cut'): ScannedPart<T>[] {
    const tag = how === 'whole' ? this.#vocabulary.readStopped(this.#pending) : undefined;
    if (how === 'whole' && tag === undefined) {
      this.#flush();
    }
    this.#pending = '';
    this.#settle(this.#code.endRun() ?? 'prose');
    return tag === undefined ? this.#take() : [...this.#take(), { tag }];
  }

  /** What closes the code that is open where the text ends; empty where none is. */
  get closing(): string {
    return this.#code.closing;
  }

  /** True if the text ends in fenced code. */
  get isFenced(): boolean {
    return this.#code.isFenced;
  }

  #step(char: string): void {
    const candidate = this.#pending + char;
    const reading = OPENER.test(candidate) ? this.#vocabulary.read(candidate) : undefined;
    if (reading === 'begun') {
      this.#pending = candidate;
    } else if (reading !== undefined) {
      this.#pending = '';
      this.#tag(reading, candidate);
    } else if (this.#pending !== '') {
      this.#flush();
      // No tag has its first character inside: what broke this one off may begin another.
      this.#step(char);
    } else {
      this.#text(char);
    }
  }

  /** What was pending is no tag. */
  #flush(): void {
    if (this.#pending !== '') {
      this.#text(this.#pending);
      this.#pending = '';
    }
  }

  #tag(tag: T, raw: string): void {
    this.#settle(this.#code.endRun());
    const isFenceEnd = this.#held === undefined && this.#code.endFence();
    if (this.#code.isInline || this.#code.isFenced) {
      this.#held ??= [];
      this.#held.push({ tag, raw });
    } else {
      this.#emitTag(tag);
      this.#seam = isFenceEnd ? 'fence' : this.#seam;
    }
  }

  #text(text: string): void {
    this.#settle(this.#code.read(text));
    if (this.#code.isFenced && text.trim() !== '') {
      this.#settle('code');
    }
    if (this.#held === undefined) {
      this.#emitText(text);
    } else {
      this.#held.push({ text });
    }
  }

  /** Decides what was held. */
  #settle(as: CodeChange): void {
    if (as === undefined) {
      return;
    }
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const part of held) {
      if ('text' in part) {
        this.#emitText(part.text);
      } else if (as === 'code') {
        this.#emitText(part.raw);
      } else {
        this.#emitTag(part.tag);
      }
    }
  }

  #emitTag(tag: T): void {
    this.#parts.push({ tag });
    this.#seam = 'tag';
  }

  #emitText(text: string): void {
    const shown = this.#separator(text.charAt(0)) + text;
    const last = this.#parts.at(-1);
    if (last !== undefined && 'text' in last) {
      this.#parts[this.#parts.length - 1] = { text: last.text + shown };
    } else {
      this.#parts.push({ text: shown });
    }
    this.#tail = (this.#tail + shown.slice(-TAIL)).slice(-TAIL);
    this.#seam = undefined;
  }

  #separator(next: string): string {
    if (this.#seam === 'fence') {
      return next === '\n' || next === '\r' ? '' : '\n';
    }
    if (this.#seam === undefined || /\s/.test(next)) {
      return '';
    }
    const isRun = this.#seam === 'tag' && (next === '`' || next === '~') && this.#tail.endsWith(next);
    return isRun || this.#endsLikeTag() ? ' ' : '';
  }

  /** True if what was shown last may be the beginning of a tag. */
  #endsLikeTag(): boolean {
    const at = Math.max(this.#tail.lastIndexOf('<'), this.#tail.lastIndexOf('＜'));
    return at !== -1 && this.#vocabulary.read(this.#tail.slice(at)) === 'begun';
  }

  #take(): ScannedPart<T>[] {
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }
}

function plainAt(text: string, at: number): string {
  PLAIN.lastIndex = at;
  return PLAIN.exec(text)?.[0] ?? '';
}
