/** What a block of Markdown is. `markup` is front matter, HTML, definitions and rules: nothing that states something. */
export type BlockKind = 'heading' | 'paragraph' | 'item' | 'table' | 'code' | 'markup';

/** A block of Markdown: whole lines, without the line end of the last. */
export interface Block {
  readonly kind: BlockKind;
  readonly start: number;
  readonly end: number;
  /** Where its words begin: after `## `, `- `, `1. ` or `> `. */
  readonly textStart: number;
  /** Columns before its first character. */
  readonly indent: number;
}

interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(`{3,}(?=[^`]*$)|~{3,})/;
const HEADING = /^ {0,3}#{1,6}(?:\s+|$)/;
const UNDERLINE = /^ {0,3}(?:=+|-+)\s*$/;
const ITEM = /^[\s>]*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/;
const QUOTE = /^\s*(?:>[\s>]*)?/;
const ROW = /^\s*\|/;
const TABLE_RULE = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
const RULE = /^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/;
const DEFINITION = /^ {0,3}\[[^\]]+\]:\s/;
const HTML = /^\s*<(?:!--|\/?[a-z][\w-]*(?:[\s/>]|$))/i;
const INDENTED = /^(?: {4}|\t)/;

/**
 * Splits Markdown, or a piece of it, into its blocks, in order and without overlap. Reads lines, not the whole grammar:
 * enough to tell prose from code, and to find items, rows and headings. Linear.
 */
export function splitBlocks(text: string): Block[] {
  const lines = linesOf(text);
  const blocks: Block[] = [];
  let at = frontMatterEnd(lines);
  if (at > 0) {
    blocks.push(makeBlock('markup', lines.slice(0, at)));
  }
  while (at < lines.length) {
    if (isBlank(lines[at])) {
      at++;
      continue;
    }
    const kind = kindOf(lines, at, blocks.at(-1));
    const end = blockEnd(kind, lines, at);
    const isUnderlined = kind === 'paragraph' && UNDERLINE.test(lines[end]?.text ?? '');
    const next = isUnderlined ? end + 1 : end;
    blocks.push(makeBlock(isUnderlined ? 'heading' : kind, lines.slice(at, next)));
    at = next;
  }
  return blocks;
}

function linesOf(text: string): Line[] {
  return Array.from(text.matchAll(/([^\r\n]*)(?:\r\n|\n|\r|$)/g), ({ 1: line = '', index }) => ({
    start: index,
    end: index + line.length,
    text: line,
  }));
}

function isBlank(line: Line | undefined): boolean {
  return line === undefined || /^[\s>]*$/.test(line.text);
}

function frontMatterEnd(lines: readonly Line[]): number {
  if (lines[0]?.text.trimEnd() !== '---') {
    return 0;
  }
  return lines.findIndex(({ text }, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(text)) + 1;
}

function makeBlock(kind: BlockKind, lines: readonly Line[]): Block {
  const first = lines[0] ?? { start: 0, end: 0, text: '' };
  return {
    kind,
    start: first.start,
    end: lines.at(-1)?.end ?? first.end,
    textStart: first.start + (leadOf(kind, first.text)?.[0].length ?? 0),
    indent: first.text.length - first.text.trimStart().length,
  };
}

function leadOf(kind: BlockKind, text: string): RegExpExecArray | null {
  switch (kind) {
    case 'heading':
      return HEADING.exec(text) ?? QUOTE.exec(text);
    case 'item':
      return ITEM.exec(text);
    case 'paragraph':
      return QUOTE.exec(text);
    default:
      return null;
  }
}

function kindOf(lines: readonly Line[], at: number, previous: Block | undefined): BlockKind {
  const text = lines[at]?.text ?? '';
  if (isTableStart(lines, at)) {
    return 'table';
  }
  if (FENCE.test(text) || isIndentedCode(text, previous)) {
    return 'code';
  }
  if (HEADING.test(text)) {
    return 'heading';
  }
  if ([RULE, DEFINITION, HTML].some((mark) => mark.test(text))) {
    return 'markup';
  }
  return ITEM.test(text) ? 'item' : 'paragraph';
}

/** Indented text is code, unless it goes on with a list item. */
function isIndentedCode(text: string, previous: Block | undefined): boolean {
  return INDENTED.test(text) && previous?.kind !== 'item' && (previous?.indent ?? 0) === 0;
}

function isTableStart(lines: readonly Line[], at: number): boolean {
  const [text, next] = [lines[at]?.text ?? '', lines[at + 1]?.text ?? ''];
  return ROW.test(text) || (text.includes('|') && next.includes('|') && TABLE_RULE.test(next));
}

function blockEnd(kind: BlockKind, lines: readonly Line[], at: number): number {
  const text = lines[at]?.text ?? '';
  switch (kind) {
    case 'heading':
      return at + 1;
    case 'code':
      return codeEnd(lines, at);
    case 'table':
      return runEnd(lines, at, (next) => next.includes('|'));
    case 'markup':
      return HTML.test(text) ? runEnd(lines, at, (next) => !FENCE.test(next)) : at + 1;
    case 'paragraph':
    case 'item':
      return runEnd(lines, at, (next) => ![FENCE, HEADING, UNDERLINE, RULE, ITEM, ROW].some((mark) => mark.test(next)));
  }
}

/** The end of a block that goes on while lines are not blank and belong to it. */
function runEnd(lines: readonly Line[], at: number, belongs: (text: string) => boolean): number {
  let end = at + 1;
  while (!isBlank(lines[end]) && belongs(lines[end]?.text ?? '')) {
    end++;
  }
  return end;
}

function codeEnd(lines: readonly Line[], at: number): number {
  const fence = FENCE.exec(lines[at]?.text ?? '')?.[1];
  if (fence === undefined) {
    return runEnd(lines, at, (text) => INDENTED.test(text));
  }
  for (let end = at + 1; end < lines.length; end++) {
    const mark = (lines[end]?.text ?? '').replace(/^[\s>]+/, '').trimEnd();
    if (mark.length >= fence.length && mark === fence.charAt(0).repeat(mark.length)) {
      return end + 1;
    }
  }
  return lines.length;
}
