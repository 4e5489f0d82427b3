import { groupBy } from '../../util/groupBy';
import { tableHeadOf } from '../../util/sentences';
import type { Piece } from './extractPieces';
import { readsAsCitation } from './extractPieces';
import type { Extract } from './extractSelect';

/**
 * Writes extracts as Markdown, every word from the files and every statement with its number: sentences as paragraphs, items
 * as lists, rows under the head of their table, code in a fence, and all of it under its heading where it needs one.
 */
export function formatExtracts(extracts: readonly Extract[]): string {
  return extracts.map(formatExtract).join('\n\n');
}

function formatExtract({ evidence, pieces, title }: Extract): string {
  const blocks = groupBy(pieces, ({ block, kind, list }) => (kind === 'item' ? `list ${list ?? 0}` : `${block.start}`));
  const parts = blocks.flatMap((block) => formatBlock(block));
  return [...(title === undefined || title === '' ? [] : [titleLine(title, evidence.n)]), ...parts].join('\n\n');
}

/** The marker is part of the line even if that ends like a sentence: what follows a closed sentence is not counted to it. */
function titleLine(title: string, n: number): string {
  return /[.?!。？！…]$/.test(title) ? `**${marked(title, n)}**` : marked(`**${title}**`, n);
}

function formatBlock(pieces: readonly Piece[]): string[] {
  const [first] = pieces;
  switch (first?.kind) {
    case undefined:
      return [];
    case 'paragraph':
      return [pieces.map(cite).join(' ')];
    case 'item':
      return [items(pieces).join('\n')];
    case 'row':
      return [[...tableHead(first), ...pieces.map(citeRow)].join('\n')];
    case 'code':
      return [fenced(first)];
  }
}

/** Chinese is written without spaces, before a marker too. */
function marked(text: string, n: number): string {
  return `${text}${/[\p{Script=Han}。，、；：？！」』）》][*”’]*$/u.test(text) ? '' : ' '}[${n}]`;
}

function cite({ text, evidence }: Piece): string {
  return marked(readable(text), evidence.n);
}

/** A link to another file leads nowhere from an answer, so its text stands for it; code is left alone. */
const CODE_OR_LINK = /(`+)[^`]+\1|\[((?:[^[\]]|\[[^[\]]*\])*)\]\((?!https?:)[^()]*(?:\([^()]*\)[^()]*)*\)/g;

/** Without the targets of relative links and without the quote marks of further lines. */
function readable(text: string): string {
  return text.replace(/(\r\n|\r|\n)[ \t]*(?:>[ \t]?)+/g, '$1').replace(CODE_OR_LINK, (all, ticks: string | undefined, label: string) => (ticks === undefined ? label : all));
}

/** The marker of a row stands in its last cell: outside, it would begin a new one. */
function citeRow({ text, evidence }: Piece): string {
  return `${marked(readable(text.trim()).replace(/\s*\|$/, ''), evidence.n)} |`;
}

function tableHead({ source, block }: Piece): string[] {
  const head = tableHeadOf(source.slice(block.start, block.end)).map((line) => readable(line.trim()));
  return readsAsCitation(head.join('\n')) ? [] : head;
}

/** The sentences of an item stay in one; items keep their numbers only if none is left out before them. */
function items(pieces: readonly Piece[]): string[] {
  const blocks = groupBy(pieces, ({ block }) => `${block.start}`);
  const [base = 0, start] = [pieces[0]?.block.indent, pieces[0]?.list];
  const isFromStart = pieces[0]?.block.start === start;
  let next: number | undefined;
  return blocks.flatMap((block) => {
    const [first] = block;
    if (first === undefined) {
      return [];
    }
    const mark = markOf(first);
    const number = Number.parseInt(mark, 10);
    const isNumbered = isFromStart && first.block.indent === base && (next === undefined || number === next);
    next = Number.isNaN(number) ? next : isNumbered ? number + 1 : NaN;
    const indent = ' '.repeat(Math.max(0, first.block.indent - base));
    return `${indent}${isNumbered && !Number.isNaN(number) ? mark : '-'} ${block.map(cite).join(' ')}`;
  });
}

/** The bullet or number of an item. */
function markOf({ source, block }: Piece): string {
  return /\d+[.)]/.exec(source.slice(block.start, block.textStart))?.[0] ?? '-';
}

/** Code in a fence of its own: the document's may be missing, indented, or cut off with the passage. */
function fenced({ text, evidence }: Piece): string {
  const lines = dedent(text.split(/\r\n|\r|\n/));
  const opening = /^(`{3,}|~{3,})\s*(\S*)/.exec(lines[0] ?? '');
  const isOwn = opening === null && evidence.passage.kind === 'code';
  const language = isOwn ? (/\.(\w{1,8})$/.exec(evidence.passage.path)?.[1] ?? '') : (opening?.[2] ?? '');
  const body = lines.filter((line, at) => !(isFence(line) && (at === 0 || at === lines.length - 1)));
  const longest = Math.max(2, ...Array.from(body.join('\n').matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [fence + language, ...body, fence].join('\n');
}

function isFence(line: string): boolean {
  return /^(?:`{3,}|~{3,})/.test(line);
}

function dedent(lines: readonly string[]): string[] {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents);
  return lines.map((line) => line.slice(Math.min(indent, line.length)));
}
