/** A heading, or a declaration: where a part of a document begins that has a name. Lines count from 0 here. */
export interface Section {
  readonly line: number;
  /** 1 for the outermost; a section ends where one of the same or a smaller level begins. */
  readonly level: number;
  /** Empty for what stands between named parts: it belongs to the part around it. */
  readonly title: string;
}

/** How a document is built, as far as it matters for cutting it. */
export interface Outline {
  /** In the order of their lines, at most one per line. */
  readonly sections: readonly Section[];
  /** For every line, how bad it is to cut before it: from 0 (the best place) to {@link WORST_CUT}. */
  readonly cuts: Uint8Array;
}

/** The cost of cutting where no structure was found. */
export const WORST_CUT = 14;

const MAX_TITLE_LENGTH = 120;
const IMAGE = /!\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g;

/** A heading as it is shown and embedded: one line, without markup and badges, not longer than a line. */
export function plainTitle(source: string): string {
  const head = source.slice(0, MAX_TITLE_LENGTH * 8);
  const plain = withoutMarkup(head.replace(IMAGE, '')) || withoutMarkup(head.replace(IMAGE, '$1'));
  return plain.length <= MAX_TITLE_LENGTH ? plain : `${plain.slice(0, MAX_TITLE_LENGTH).replace(/[\ud800-\udbff]$/, '')}…`;
}

function withoutMarkup(text: string): string {
  return text
    .replace(/\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])?/g, '$1')
    .replace(/<[^<>]*>|\{[#.:][^{}]*\}|[`*]|\\(?=[\p{P}\p{S}])/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The lines of a text, without the breaks that end them; the positions of `starts`. */
export function linesOf(text: string, starts: Uint32Array): string[] {
  return Array.from(starts, (start, index) => text.slice(start, starts[index + 1] ?? text.length).replace(/[\r\n]+$/, ''));
}

/** Columns of white space before the first character of a line; a tab is four. */
export function indentOf(line: string): number {
  let columns = 0;
  for (let index = 0; index < line.length; index++) {
    const unit = line.charCodeAt(index);
    if (unit !== 32 && unit !== 9) {
      break;
    }
    columns += unit === 9 ? 4 : 1;
  }
  return columns;
}
