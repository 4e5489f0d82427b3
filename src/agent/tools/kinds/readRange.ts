import { estimateTokens } from '../../../chunking/estimateTokens';
import { trimBlankLines } from '../../../chunking/trimBlankLines';
import { partOf } from '../../../evidence/cut';
import type { Passage } from '../../../model/passage';
import { lineStarts, spanOf } from '../../../util/lines';
import { terms } from '../../../util/terms';
import type { ToolOutput } from '../../tool';
import { quote } from '../quote';

/** Lines from 1, the last one included. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

/** Lines that one call reads, at most. */
export const MAX_LINES = 200;

/** Estimated tokens that one call reads, at most: several screens. */
const MAX_TOKENS = 2_000;

/**
 * What the passages of a document say in some of its lines, passage by passage: whole passages as they are, so that they are
 * known again, and of those at the ends the lines that were asked for.
 */
export function linesOf(passages: readonly Passage[], { startLine, endLine }: LineRange): Passage[] {
  return passages.flatMap((passage) => {
    const { span } = passage;
    if (span.startLine > endLine || span.endLine < startLine) {
      return [];
    }
    return span.startLine >= startLine && span.endLine <= endLine ? [passage] : clip(passage, { startLine, endLine });
  });
}

/** The lines of a passage that are in a range, without blank ones at the ends; nothing if all are blank. */
function clip(passage: Passage, { startLine, endLine }: LineRange): Passage[] {
  const { text, span } = passage;
  const starts = lineStarts(text);
  const from = starts[Math.max(0, startLine - span.startLine)] ?? text.length;
  const to = starts[endLine - span.startLine + 1] ?? text.length;
  const trimmed = trimBlankLines(spanOf(starts, from, to), text.slice(from, to));
  return text.slice(trimmed.start, trimmed.end).trim() === '' ? [] : [partOf(passage, trimmed)];
}

/**
 * The passages under the heading that a name means, those under its subheadings too: the one called just so, else the first
 * that has all words of the name.
 *
 * @param name - a heading, with or without `#`, or a trail of headings: its last one counts.
 */
export function sectionOf(passages: readonly Passage[], name: string): Passage[] {
  const wanted = fold(name.split(/[>›»]/).at(-1) ?? name);
  const words = terms(wanted);
  const hasWords = (heading: string) => {
    const own = new Set(terms(heading));
    return words.length > 0 && words.every((word) => own.has(word));
  };
  for (const means of [(heading: string) => fold(heading) === wanted, hasWords]) {
    const trail = passages.map(({ headings }) => headings.slice(0, headings.findIndex(means) + 1)).find(({ length }) => length > 0);
    if (trail !== undefined) {
      return passages.filter(({ headings }) => trail.every((heading, at) => heading === headings[at]));
    }
  }
  return [];
}

function fold(heading: string): string {
  return heading.normalize('NFKC').toLowerCase().replace(/^[\s#]+|[\s#:.。：]+$/g, '').replace(/\s+/g, ' ');
}

/**
 * As many passages as one call reads, and where to go on.
 * @param whole - the document, and the last line that was asked for.
 */
export function fitInto(passages: readonly Passage[], { path, upTo }: { readonly path: string; readonly upTo: number }): ToolOutput {
  const [first] = passages;
  if (first === undefined) {
    return { passages };
  }
  const limit = first.span.startLine + MAX_LINES - 1;
  let tokens = 0;
  const fitting = linesOf(passages, { startLine: first.span.startLine, endLine: limit }).filter(({ text }, at) => {
    tokens += estimateTokens(text);
    return at === 0 || tokens <= MAX_TOKENS;
  });
  const next = (fitting.at(-1)?.span.endLine ?? limit) + 1;
  return next > Math.min(upTo, passages.at(-1)?.span.endLine ?? 0)
    ? { passages: fitting }
    : { passages: fitting, text: `${quote(path)} goes on: to read more, ask for startLine ${next}.` };
}
