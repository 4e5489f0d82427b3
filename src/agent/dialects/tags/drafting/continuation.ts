import { Repeat } from './repeat';

/** Where the text that goes on stands. */
export interface Joint {
  /** The answer so far, as it is shown. */
  readonly written: string;
  /** True where it broke off anywhere, as at an output limit: maybe inside a word. */
  readonly isCut: boolean;
  /** True inside fenced code: nothing is put in between. */
  readonly isCode: boolean;
}

/** Characters that tell a block of Markdown from a sentence. */
const HEAD = 4;

const BLOCK = /^(?:[-*+>|] |#{1,4}|`{3}|~{3}|\d{1,2}[.)] )/;
const SENTENCE_END = /[.!?:。！？：…][\])*_"'”’）】]{0,3}$/;
/** What a word follows after a space, and what does. Scripts without spaces have neither. */
const WORD_BEFORE = /(?:(?![\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff01-\uffef])[\p{L}\p{N}]|[.,;:!?)\]"'”’…])$/u;
const WORD_AFTER = /^(?:(?![\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff01-\uffef])[\p{L}\p{N}]|[([“‘"'])/u;

/**
 * Joins what a model goes on to write to what stands already. Models begin with the end of what they wrote before, or with
 * whole sentences of it: that is left out. Where no space or line break comes with the text, the one that belongs there is
 * put in. Holds text back only while it may still be a repeat. The result does not depend on how the text was cut. Linear.
 */
export class Continuation {
  readonly #joint: Joint;
  readonly #repeat: Repeat;
  #state: 'lead' | 'repeat' | 'head' | 'open';
  /** White space before the first word. */
  #lead = '';
  #head = '';

  constructor(joint: Joint) {
    this.#joint = joint;
    this.#repeat = new Repeat(joint.written.trimEnd(), joint.isCut);
    this.#state = joint.written.trim() === '' ? 'open' : 'lead';
  }

  /** Takes the next piece. @returns what is decided by it. */
  push(text: string): string {
    let shown = '';
    let at = 0;
    for (; at < text.length && this.#state !== 'open'; at++) {
      shown += this.#read(text.charAt(at));
    }
    return shown + text.slice(at);
  }

  /** The response is over. @returns the rest. */
  end(): string {
    let shown = '';
    if (this.#state === 'repeat') {
      this.#repeat.end();
      shown = this.#settle();
    }
    return this.#state === 'head' && this.#head !== '' ? shown + this.#join() : shown;
  }

  #read(char: string): string {
    switch (this.#state) {
      case 'lead':
        if (/\s/.test(char)) {
          this.#lead += char;
          return '';
        }
        this.#state = 'repeat';
        return this.#read(char);
      case 'repeat':
        return this.#repeat.push(char) ? this.#settle() : '';
      case 'head':
        return this.#readHead(char);
      case 'open':
        return char;
    }
  }

  /** Leaves out what repeats. */
  #settle(): string {
    const { length, isTail } = this.#repeat.result;
    const rest = this.#repeat.read.slice(length);
    if (isTail && this.#joint.written.trimEnd() === this.#joint.written) {
      this.#state = 'open';
      return rest;
    }
    this.#state = 'head';
    this.#lead = length === 0 ? this.#lead : '';
    return Array.from({ length: rest.length }, (_, at) => this.#read(rest.charAt(at))).join('');
  }

  #readHead(char: string): string {
    if (this.#head === '' && /\s/.test(char)) {
      this.#lead += char;
      return '';
    }
    this.#head += char;
    return this.#head.length < HEAD ? '' : this.#join();
  }

  #join(): string {
    this.#state = 'open';
    return gapBetween(this.#joint, this.#lead, this.#head) + this.#head;
  }
}

/** What comes between the text so far and the first word of what follows. @param lead - white space that came with it. */
function gapBetween({ written, isCode }: Joint, lead: string, head: string): string {
  if (isCode) {
    return lead;
  }
  if (/\s$/.test(written)) {
    return gapAfterSpace(written, lead);
  }
  if (lead !== '') {
    return lead;
  }
  const isBlock = BLOCK.test(head);
  if (isBlock && SENTENCE_END.test(written)) {
    return '\n\n';
  }
  return isBlock || (WORD_BEFORE.test(written) && WORD_AFTER.test(head)) ? ' ' : '';
}

/** White space is not doubled; a second line break begins a paragraph, and what is behind the last one indents its line. */
function gapAfterSpace(written: string, lead: string): string {
  if (!written.endsWith('\n')) {
    return lead.includes('\n') ? lead : '';
  }
  const isParagraph = /\n\s*\n$/.test(written) || !lead.includes('\n');
  const indent = lead.slice(lead.lastIndexOf('\n') + 1);
  return (isParagraph ? '' : '\n') + (indent === ' ' ? '' : indent);
}
