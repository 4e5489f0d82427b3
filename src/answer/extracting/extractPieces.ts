import type { ReadText } from '../../evidence/merge';
import { isProse } from '../../evidence/prose';
import type { Evidence } from '../../model/evidence';
import type { Passage } from '../../model/passage';
import { terms } from '../../util/terms';
import type { Block } from '../../util/blocks';
import { splitBlocks } from '../../util/blocks';
import { citedNumbers } from '../coverage';
import type { Sentence } from '../../util/sentences';
import { sentencesOfBlock, tableHeadOf } from '../../util/sentences';

/** A part of a passage that may be quoted: a sentence, a list item, a table row, or a whole code block. */
export interface Piece {
  readonly evidence: Evidence;
  /** Place of its passage among the evidence, 0 being the best. */
  readonly rank: number;
  readonly kind: Sentence['kind'] | 'code';
  /** Offset into `source`. */
  readonly start: number;
  readonly text: string;
  /** The block that it is part of, or is. */
  readonly block: Block;
  /** The text that the block is in: the file's, or the passage's where the file is not at hand. */
  readonly source: string;
  /** The sentence before a list, table or code block that says what it is. */
  readonly lead: Sentence | undefined;
  /** True for the first words under a heading. */
  readonly isOpening: boolean;
  /** True for "None." and the like: it says something only together with the sentence after it. */
  readonly isFragment: boolean;
  readonly terms: ReadonlySet<string>;
  /** Terms of the path, of the headings above, of the lead and of a table's head. */
  readonly context: ReadonlySet<string>;
}

/**
 * Everything in the evidence that may be quoted, in order of the evidence and of its text.
 *
 * @param readText - whole files: a passage that begins in the middle of a code block cannot tell so by itself.
 */
export function piecesOf(evidence: readonly Evidence[], readText: ReadText = () => undefined): Piece[] {
  const known = new Map<string, Block[]>();
  const blocksOf = (source: string) => {
    const blocks = known.get(source) ?? splitBlocks(source);
    known.set(source, blocks);
    return blocks;
  };
  return evidence.flatMap((entry, rank) => {
    const place = placeOf(entry.passage, entry.passage.origin === undefined ? readText(entry.passage.path) : undefined);
    const blocks = isProse(entry.passage) ? blocksOf(place.source).flatMap((block) => within(block, place)) : [];
    const pieces = piecesOfBlocks(entry, rank, { ...place, blocks });
    return pieces.some(({ isFragment }) => !isFragment) ? pieces : piecesOfBlocks(entry, rank, { ...place, blocks: [wholeOf(place)] });
  });
}

/** Code, settings, and what holds no sentence to quote: one block as it stands. */
function wholeOf({ start, end }: Place): Block {
  return { kind: 'code', start, end, textStart: start, indent: 0 };
}

/** Where a passage stands in the text that it is read from. */
interface Place {
  readonly source: string;
  readonly start: number;
  readonly end: number;
}

function placeOf({ span, text }: Passage, file: string | undefined): Place {
  const end = text.trimEnd().length;
  return file?.slice(span.start, span.end) === text
    ? { source: file, start: span.start, end: span.start + end }
    : { source: text, start: 0, end };
}

/** The part of a block that the passage covers. A cut table has lost its head, a cut paragraph only sentences. */
function within(block: Block, { start, end }: Place): Block[] {
  if (block.end <= start || block.start >= end) {
    return [];
  }
  const [from, to] = block.kind === 'code' ? [Math.max(block.start, start), Math.min(block.end, end)] : [block.start, block.end];
  return [{ ...block, start: from, end: to }];
}

function piecesOfBlocks(evidence: Evidence, rank: number, place: Place & { readonly blocks: readonly Block[] }): Piece[] {
  const { source, start, end } = place;
  const pieces: Piece[] = [];
  let heading = '';
  let isOpening = true;
  /** Last sentence of the last paragraph, and of the last paragraph or item. */
  let said: Sentence | undefined;
  let saidLast: Sentence | undefined;
  for (const block of place.blocks) {
    if (block.kind === 'heading') {
      heading = source.slice(block.textStart, block.end);
      isOpening = true;
      said = saidLast = undefined;
      continue;
    }
    const lead = block.kind === 'code' ? saidLast : block.kind === 'paragraph' ? undefined : said;
    const context = new Set(terms(contextOf(evidence, [heading, lead?.text ?? '', columnsOf(source, block)])));
    const sentences = sentencesOfBlock(source, block).filter((sentence) => sentence.start >= start && sentence.end <= end);
    for (const part of block.kind === 'code' ? [codeOf(source, block)] : sentences.filter(isQuotable)) {
      const isFragment = part.kind !== 'code' && visibleLetters(part.text) < MIN_LETTERS[part.kind];
      pieces.push({ evidence, rank, ...part, block, source, lead, isOpening, isFragment, terms: new Set(terms(part.text)), context });
      isOpening &&= isFragment;
    }
    saidLast = sentences.findLast(({ text }) => !readsAsCitation(text));
    said = block.kind === 'paragraph' ? saidLast : said;
  }
  return pieces;
}

function contextOf({ passage: { path, headings } }: Evidence, nearby: readonly string[]): string {
  return [path, ...headings, ...nearby].join('\n');
}

function columnsOf(source: string, block: Block): string {
  return block.kind === 'table' ? tableHeadOf(source.slice(block.start, block.end)).join('\n') : '';
}

function codeOf(source: string, { start, end }: Block): Pick<Piece, 'kind' | 'start' | 'text'> {
  return { kind: 'code', start, text: source.slice(start, end) };
}

/** Fewer visible letters than this, links and markup aside, are navigation, a label or a fragment. */
const MIN_LETTERS = { paragraph: 16, item: 10, row: 2 } as const;

/** Letters and digits that a reader sees; a Chinese character counts as two. */
function visibleLetters(text: string): number {
  const visible = text.replace(/!?\[[^\]]*\]\([^)]*\)|<[^>]*>|https?:\/\/\S+/g, ' ').replace(/\p{Script=Han}/gu, 'aa');
  return visible.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

/** True for text of a document that holds what looks like a marker of ours. */
export function readsAsCitation(text: string): boolean {
  return citedNumbers(text, () => true).size > 0;
}

/** Whether a sentence can be quoted: its markup is complete, and it holds nothing that would read as a citation of ours. */
function isQuotable({ text, isSubstantive, kind }: Sentence): boolean {
  const count = (mark: string) => text.split(mark).length - 1;
  const isComplete = count('`') % 2 === 0 && count('*') % 2 === 0 && count('[') === count(']') && count('(') === count(')');
  const saysSomething = isSubstantive || (kind === 'paragraph' && /[.。!！]$/.test(text));
  return saysSomething && isComplete && !text.includes('![') && !readsAsCitation(text);
}
