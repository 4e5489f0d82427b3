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

function endsLikeProtocol(text: string): boolean {
  const end = text.slice(1 - LONGEST);
  return Array.from(end, (_, at) => end.slice(at)).some((suffix) => readProtocol(suffix) === 'begun');
}

/** An empty line, or the beginning of one at the end of a piece. */
const EMPTY_LINE = /\n[ \t\r]*(\n|$)/;

/**
 * Takes out of an answer what is no answer: an element of a protocol up to its closing tag, or to the end of its paragraph
 * where it has none; a mark by itself. In code it is text, and so is what `isSaid`: an answer may be about such things.
 *
 * Nothing is taken back: the pieces returned are a prefix of the whole. Linear.
 */
export class ProtocolFilter {
  readonly #isSaid: (tag: string) => boolean;
  readonly #scanner = new MarkupScanner<ProtocolTag>({ read: readProtocol, readStopped: () => undefined, endsLikeTag: endsLikeProtocol });
  #isInside = false;
  /** True where an element ends a piece in what may be an empty line. */
  #isAtLineStart = false;
  /** True after something was taken out: what stands on both sides of it does not belong together. */
  #hasGap = false;
  #last = ' ';

  /** @param isSaid - whether the question or its sources have a tag, as it was written, too. */
  constructor(isSaid: (tag: string) => boolean) {
    this.#isSaid = isSaid;
  }

  /** Takes the next piece. @returns what of the text is decided to be shown. */
  push(text: string): string {
    return this.#keep(this.#scanner.push(text));
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
    this.#isAtLineStart = false;
    this.#hasGap = true;
    return '';
  }

  #text(text: string): string {
    return this.#isInside ? this.#skip(text) : this.#show(text);
  }

  #skip(text: string): string {
    const all = this.#isAtLineStart ? `\n${text}` : text;
    const found = EMPTY_LINE.exec(all);
    this.#isAtLineStart = found !== null;
    if (found === null || found[1] === '') {
      return '';
    }
    this.#isInside = false;
    return this.#show(all.slice(found.index));
  }

  #show(text: string): string {
    if (text === '') {
      return '';
    }
    const gap = this.#hasGap && !/\s/.test(this.#last) && !/^\s/.test(text) ? ' ' : '';
    this.#hasGap = false;
    this.#last = text.at(-1) ?? this.#last;
    return gap + text;
  }
}
