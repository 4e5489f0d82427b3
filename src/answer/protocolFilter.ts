import type { ScannedPart } from '../agent/dialects/tags/scanning/markupScanner';
import { MarkupScanner } from '../agent/dialects/tags/scanning/markupScanner';
import { readTag } from '../agent/dialects/tags/scanning/tags';

/** What a model writes to a program, not to a reader: a mark that stands alone, or a tag of an element. */
interface ProtocolTag {
  /** As it was written. */
  readonly raw: string;
  readonly kind: 'mark' | 'opening' | 'closing';
}

/** Elements in which models think, call tools, and make up their results. */
const ELEMENTS = ['think', 'thinking', 'tool_call', 'tool_calls', 'tool_response', 'action', 'observation'];

const TAGS: readonly ProtocolTag[] = ELEMENTS.flatMap((name) => [
  { raw: `<${name}>`, kind: 'opening' } as const,
  { raw: `</${name}>`, kind: 'closing' } as const,
]);

const LONGEST = Math.max(...TAGS.map(({ raw }) => raw.length));

function readProtocol(raw: string): ProtocolTag | 'begun' | undefined {
  const lower = raw.toLowerCase();
  const found = raw === '' ? undefined : TAGS.find((tag) => tag.raw.startsWith(lower));
  if (found !== undefined) {
    return found.raw === lower ? { ...found, raw } : 'begun';
  }
  const mark = readTag(raw);
  return mark === undefined || mark === 'begun' ? mark : { raw, kind: 'mark' };
}

/** Where an element ends: with its closing tag, or with its paragraph. */
const ELEMENT_END = new RegExp(`</(?:${ELEMENTS.join('|')})>|\\n[ \\t\\r]*\\n`, 'iu');

/** The beginning of an empty line at the end of a piece. */
const LINE_START = /\n[ \t\r]*$/;

/**
 * Takes out of an answer what is no answer: an element of a protocol up to its closing tag, or to the end of its paragraph
 * where it has none; a mark by itself. In code it is text, and so is what `isSaid`: an answer may be about such things.
 *
 * Nothing is taken back: the pieces returned are a prefix of the whole, which does not depend on how the text was cut. Linear.
 */
export class ProtocolFilter {
  readonly #isSaid: (tag: string) => boolean;
  readonly #scanner = new MarkupScanner<ProtocolTag>({ read: readProtocol, readStopped: () => undefined });
  #isInside = false;
  /** As much of an element as may be the beginning of its end. */
  #carry = '';
  /** True after something was taken out: what stands on both sides of it does not belong together. */
  #hasGap = false;
  #last = ' ';

  /** @param isSaid - whether the question or its sources have a tag, as it was written, too. */
  constructor(isSaid: (tag: string) => boolean) {
    this.#isSaid = isSaid;
  }

  /** Takes the next piece. @returns what of the text is decided to be shown. */
  push(text: string): string {
    let shown = '';
    for (let rest = text; rest !== ''; ) {
      if (this.#isInside) {
        rest = this.#skip(rest);
      } else {
        // Only these end a tag, or decide of one: what an element holds says nothing of the code around it.
        const length = (rest.search(/[>\n]/) + 1) || rest.length;
        shown += this.#keep(this.#scanner.push(rest.slice(0, length)));
        rest = rest.slice(length);
      }
    }
    return shown;
  }

  /** The text is over. @returns the rest. */
  end(): string {
    return this.#keep(this.#scanner.end('whole'));
  }

  #keep(parts: readonly ScannedPart<ProtocolTag>[]): string {
    return parts.map((part) => ('text' in part ? this.#text(part.text) : this.#tag(part.tag))).join('');
  }

  #tag(tag: ProtocolTag): string {
    if (this.#isSaid(tag.raw)) {
      return this.#text(tag.raw);
    }
    this.#isInside = tag.kind === 'opening' || (tag.kind === 'mark' && this.#isInside);
    this.#hasGap = true;
    return '';
  }

  /** Steps over what an element holds. @returns what is behind its end; nothing where it goes on. */
  #skip(text: string): string {
    const all = this.#carry + text;
    const end = ELEMENT_END.exec(all);
    if (end === null) {
      this.#carry = LINE_START.test(all) ? '\n' : all.slice(1 - LONGEST);
      return '';
    }
    this.#carry = '';
    this.#isInside = false;
    const rest = all.slice(end.index + end[0].length);
    return end[0].startsWith('<') ? rest : `\n\n${rest}`;
  }

  #text(text: string): string {
    if (this.#isInside) {
      return this.#skip(text);
    }
    const gap = this.#hasGap && !/\s/.test(this.#last) && !/^\s/.test(text) ? ' ' : '';
    this.#hasGap &&= text === '';
    this.#last = text.at(-1) ?? this.#last;
    return gap + text;
  }
}
