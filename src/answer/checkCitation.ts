import type { CitationCheck } from '../model/answer';
import type { Span } from '../model/span';
import { lineAt, lineStarts, spanOf } from '../util/lines';

/** What looking for a cited text found, and where the text stands now (where it stood, if `changed` or `gone`). */
export interface LocatedQuote {
  readonly check: CitationCheck;
  readonly span: Span;
}

/**
 * Looks up a cited text in its file as the file is now. Line ends (CRLF or LF) and white space at the ends of lines do
 * not matter; everything else does. Of several places, the one nearest to the old lines is taken.
 *
 * @param span - where the text stood when it was cited.
 * @param current - the file's text; undefined if there is no such file any more.
 * @returns `verified` on the same lines, `moved` on others; offsets are those of `current`.
 */
export function locateQuote(quote: string, span: Span, current: string | undefined): LocatedQuote {
  if (current === undefined) {
    return { check: 'gone', span };
  }
  const starts = lineStarts(current);
  const lines = comparable(current, starts);
  const wanted = comparable(quote, lineStarts(quote)).text.trimEnd();
  const place = wanted === '' ? undefined : nearest(wanted, span, lines);
  if (place === undefined) {
    return { check: 'changed', span };
  }
  const found = spanOf(starts, rawOffset(place, lines), rawOffset(place + wanted.length - 1, lines) + 1);
  return { check: found.startLine === span.startLine ? 'verified' : 'moved', span: found };
}

/** A text with `\n` for every line end and no white space before it, and where its lines begin, here and in the original. */
interface ComparableText {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly rawStarts: Uint32Array;
}

function comparable(raw: string, rawStarts: Uint32Array): ComparableText {
  const starts = new Uint32Array(rawStarts.length);
  const lines: string[] = [];
  let length = 0;
  rawStarts.forEach((start, at) => {
    const line = raw.slice(start, rawStarts[at + 1]).trimEnd();
    starts[at] = length;
    lines.push(line);
    length += line.length + 1;
  });
  return { text: lines.join('\n'), starts, rawStarts };
}

/** Lines lose text at their ends only, so a column is the same in both texts. */
function rawOffset(offset: number, { starts, rawStarts }: ComparableText): number {
  const line = lineAt(starts, offset) - 1;
  return (rawStarts[line] ?? 0) + offset - (starts[line] ?? 0);
}

/** Occurrences looked at in each direction; a text that repeats more often than this says nothing about its place. */
const MAX_OCCURRENCES = 2_000;

function nearest(wanted: string, span: Span, lines: ComparableText): number | undefined {
  const origin = lines.starts[Math.min(span.startLine, lines.starts.length) - 1] ?? 0;
  const after = search(lines.text, wanted, origin, 1);
  const before = search(lines.text, wanted, origin - 1, -1);
  if (after === undefined || before === undefined) {
    return after ?? before;
  }
  const distance = (offset: number) => Math.abs(lineAt(lines.starts, offset) - span.startLine);
  return distance(after) <= distance(before) ? after : before;
}

/** The first whole occurrence from `from` on, forwards or backwards. */
function search(text: string, wanted: string, from: number, direction: 1 | -1): number | undefined {
  let at = from;
  for (let tries = 0; tries < MAX_OCCURRENCES && at >= 0; tries++) {
    at = direction === 1 ? text.indexOf(wanted, at) : text.lastIndexOf(wanted, at);
    if (at === -1) {
      return undefined;
    }
    if (isWhole(text, at, at + wanted.length)) {
      return at;
    }
    at += direction;
  }
  return undefined;
}

/** Lines longer than this may have been cut inside a word when they were indexed. */
const MAX_UNCUT_LINE = 400;

/** `timeout: 5` does not stand in `timeout: 50`: an occurrence that ends inside a word is another text. */
function isWhole(text: string, start: number, end: number): boolean {
  return [start, end].every((edge) => !isInsideWord(text, edge) || lineLength(text, edge) > MAX_UNCUT_LINE);
}

function isInsideWord(text: string, edge: number): boolean {
  return edge > 0 && /^\w\w$/.test(text.slice(edge - 1, edge + 1));
}

function lineLength(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return (end === -1 ? text.length : end) - (text.lastIndexOf('\n', offset - 1) + 1);
}
