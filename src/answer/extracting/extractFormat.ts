import type { Piece } from './extractPieces';
import { readsAsCitation } from './extractPieces';
import type { Sentence } from '../../util/sentences';
import { tableHeadOf } from '../../util/sentences';

/**
 * Writes pieces of evidence as Markdown, every word from the files and every statement with its number: sentences as
 * paragraphs, items as lists, rows under the head of their table, code in a fence under the words that lead in to it.
 *
 * @param pieces - of all evidence; what belongs together in a passage stands together, in the order of its best piece.
 */
export function formatPieces(pieces: readonly Piece[]): string {
  const groups = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const key = groupKey(piece);
    groups.set(key, [...(groups.get(key) ?? []), piece]);
  }
  return [...groups.values()].map((group) => formatGroup(group.toSorted((a, b) => a.start - b.start))).join('\n\n');
}

/** Sentences and items of a passage stand together; each table and code block stands alone. */
function groupKey({ evidence, kind, block }: Piece): string {
  const place = kind === 'row' || kind === 'code' ? `:${block.start}` : '';
  return `${evidence.n}:${kind}${place}`;
}

function formatGroup(group: readonly Piece[]): string {
  const [first] = group;
  if (first === undefined) {
    return '';
  }
  switch (first.kind) {
    case 'paragraph':
      return group.map(cite).join(' ');
    case 'item':
      return withLead(first, items(group).join('\n'));
    case 'row':
      return withLead(first, [...tableHead(first), ...group.map(citeRow)].join('\n'));
    case 'code':
      return `${caption(first)}\n\n${fenced(first)}`;
  }
}

function cite({ text, evidence }: Piece): string {
  return `${unquoted(text)} [${evidence.n}]`;
}

/** A sentence of a block quote, without the quote marks of its further lines. */
function unquoted(text: string): string {
  return text.replace(/(\r\n|\r|\n)[ \t]*(?:>[ \t]?)+/g, '$1');
}

/** The marker of a row stands in its last cell: outside, it would begin a new one. */
function citeRow({ text, evidence }: Piece): string {
  const cells = text.trim().replace(/\s*\|$/, '');
  return `${cells} [${evidence.n}] |`;
}

function tableHead({ source, block }: Piece): string[] {
  const head = tableHeadOf(source.slice(block.start, block.end)).map((line) => line.trim());
  return readsAsCitation(head.join('\n')) ? [] : head;
}

/** The sentences of an item stay in one. */
function items(group: readonly Piece[]): string[] {
  const lines: string[] = [];
  group.forEach((piece, at) => {
    const isContinued = piece.block === group[at - 1]?.block;
    lines.push(isContinued ? `${lines.pop() ?? ''} ${cite(piece)}` : `${bulletOf(piece)} ${cite(piece)}`);
  });
  return lines;
}

function bulletOf({ source, block }: Piece): string {
  const mark = source.slice(block.start, block.textStart);
  return /\d+[.)]/.exec(mark)?.[0] ?? '-';
}

/** A list or table under the sentence that says what it lists, if that ends in a colon. */
function withLead(piece: Piece, body: string): string {
  return piece.lead !== undefined && /[:：]\s*$/.test(piece.lead.text) ? `${leadLine(piece.lead, piece)}\n\n${body}` : body;
}

function leadLine({ text }: Sentence, { evidence }: Piece): string {
  return `${unquoted(text)} [${evidence.n}]`;
}

function caption(piece: Piece): string {
  if (piece.lead !== undefined) {
    return leadLine(piece.lead, piece);
  }
  const { headings, path } = piece.evidence.passage;
  const label = (headings.at(-1) ?? path).replace(/[\\`*_[\]【】［］<>]/g, ' ').trim();
  return `**${label}** [${piece.evidence.n}]`;
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
