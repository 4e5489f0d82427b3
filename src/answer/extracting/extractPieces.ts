import type { ReadText } from '../../evidence/merge';
import type { Evidence } from '../../model/evidence';
import type { Block } from '../../util/blocks';
import type { Sentence } from '../../util/sentences';
import { sentencesOfBlock, tableHeadOf } from '../../util/sentences';
import { terms } from '../../util/terms';
import { citedNumbers } from '../coverage';
import type { Readable } from './readable';
import { passageReader } from './readable';
import type { Section } from './sections';

/** A part of a passage that may be quoted: a sentence, a sentence of a list item, a table row, or a whole code block. */
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
  readonly section: Section;
  /** Whether it says something alone, only with what is around it ("None."), or only with what follows ("The causes:"). */
  readonly role: 'statement' | 'fragment' | 'lead';
  /** What leads in to the list, table or code that it is in. */
  readonly lead: Piece | undefined;
  /** Where the list that it is in begins. */
  readonly list: number | undefined;
  /** True for the first words under a heading. */
  readonly isOpening: boolean;
  readonly terms: ReadonlySet<string>;
  /** Terms of its heading, of the lead and of a table's head. */
  readonly near: ReadonlySet<string>;
  /** Terms of the path and of all headings above. */
  readonly far: ReadonlySet<string>;
}

/** Everything in the evidence that may be quoted, in order of the evidence and of its text. */
export function piecesOf(evidence: readonly Evidence[], readText: ReadText = () => undefined): Piece[] {
  const read = passageReader(readText);
  return evidence.flatMap((entry, rank) => {
    const readable = read(entry.passage);
    const pieces = piecesOfPassage(entry, rank, readable);
    const terse = saysSomething(pieces) ? pieces : piecesOfPassage(entry, rank, { ...readable, isTerse: true });
    return saysSomething(terse) || readable.isTranslated ? terse : piecesOfPassage(entry, rank, wholeOf(readable));
  });
}

function saysSomething(pieces: readonly Piece[]): boolean {
  return pieces.some(({ role }) => role === 'statement');
}

/** A passage to be read; where nothing in it is long enough to say something, what is short does. */
type Reading = Readable & { readonly isTerse?: boolean };

/** Code, settings, and what holds no sentence to quote: one block as it stands, under the headings that the index knows. */
function wholeOf(readable: Readable): Readable {
  const { start, end } = readable;
  const section = readable.sectionAt(-1);
  return { ...readable, blocks: [{ kind: 'code', start, end, textStart: start, indent: 0 }], sectionAt: () => section };
}

/** What has been read of a section so far. */
interface Progress {
  isOpening: boolean;
  list: number | undefined;
  /** The last words of the last paragraph outside lists, and of the last paragraph or item. */
  said: Piece | undefined;
  saidLast: Piece | undefined;
}

function piecesOfPassage(evidence: Evidence, rank: number, readable: Reading): Piece[] {
  const { source, start, end } = readable;
  const { path, headings } = evidence.passage;
  const far = new Set(terms([path, ...headings].join('\n')));
  const pieces: Piece[] = [];
  let progress = beginning();
  for (const block of readable.blocks) {
    if (block.kind === 'heading') {
      progress = beginning();
      continue;
    }
    progress.list = listOf(block, progress.list);
    const section = readable.sectionAt(block.start);
    const lead = leadOf(block, progress);
    const near = new Set(terms([section.title, lead?.text ?? '', columnsOf(source, block)].join('\n')));
    const own = partsOf(source, block).filter((part) => block.kind === 'code' || (part.start >= start && part.end <= end));
    const quotable = own.map((part) => ({ ...part, role: roleOf(part, readable.isTerse) })).filter(hasRole);
    for (const { kind, start: at, text, role } of quotable) {
      const { list, isOpening } = progress;
      pieces.push({ evidence, rank, kind, start: at, text, block, source, section, role, lead, list, isOpening, terms: new Set(terms(text)), near, far });
      progress.isOpening &&= role === 'fragment';
    }
    const last = pieces.at(-1);
    advance(progress, block, last !== undefined && last.start === own.at(-1)?.start ? last : undefined);
  }
  return pieces;
}

function beginning(): Progress {
  return { isOpening: true, list: undefined, said: undefined, saidLast: undefined };
}

/** A list goes on over what is indented under its items. */
function listOf(block: Block, open: number | undefined): number | undefined {
  if (block.kind === 'item') {
    return open ?? block.start;
  }
  return block.indent > 0 ? open : undefined;
}

/** Any words may stand before code; before a list or table only what says that it follows. */
function leadOf({ kind }: Block, { said, saidLast }: Progress): Piece | undefined {
  if (kind === 'code') {
    return saidLast;
  }
  return kind !== 'paragraph' && said !== undefined && pointsForward(said) ? said : undefined;
}

function advance(progress: Progress, { kind }: Block, last: Piece | undefined): void {
  if (kind === 'paragraph' || kind === 'item') {
    progress.saidLast = last;
    progress.said = kind === 'paragraph' && progress.list === undefined ? last : progress.said;
  } else if (kind !== 'markup' && progress.list === undefined) {
    progress.said = progress.saidLast = undefined;
  }
}

const FORWARD = /\b(?:following|below|as follows|like this|like so)\b|下面|以下|如下|下列/i;

/** True for words that make sense only with what comes after them. */
export function pointsForward({ role, text }: Piece): boolean {
  return role === 'lead' || FORWARD.test(text);
}

function columnsOf(source: string, block: Block): string {
  return block.kind === 'table' ? tableHeadOf(source.slice(block.start, block.end)).join('\n') : '';
}

type Part = Omit<Sentence, 'kind'> & Pick<Piece, 'kind'>;

function partsOf(source: string, block: Block): readonly Part[] {
  const { start, end } = block;
  return block.kind === 'code' ? [{ kind: 'code', start, end, text: source.slice(start, end), isSubstantive: true }] : sentencesOfBlock(source, block);
}

function hasRole<T extends { readonly role: Piece['role'] | undefined }>(part: T): part is T & { readonly role: Piece['role'] } {
  return part.role !== undefined;
}

/** Fewer visible letters than this, links and markup aside, are navigation, a label or a fragment. */
const MIN_LETTERS = { paragraph: 16, item: 10, row: 2 } as const;

/** Letters and digits that a reader sees; a Chinese character counts as two. */
function visibleLetters(text: string): number {
  const visible = text.replace(/!?\[[^\]]*\]\([^)]*\)|<[^>]*>|https?:\/\/\S+/g, ' ').replace(/\p{Script=Han}/gu, 'aa');
  return visible.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

/** Labels and mere names, such as the items of a table of contents, say nothing alone. */
function isTooShort(text: string, kind: Sentence['kind']): boolean {
  return visibleLetters(text) < MIN_LETTERS[kind] || (kind === 'item' && /^`[^`]+`$/.test(text));
}

/** True for text of a document that holds what looks like a marker of ours. */
export function readsAsCitation(text: string): boolean {
  return citedNumbers(text, () => true).size > 0;
}

/** Whether the markup of a text is whole; images are not quoted. */
function isComplete(text: string): boolean {
  const count = (mark: string) => text.split(mark).length - 1;
  return !text.includes('![') && count('`') % 2 === 0 && count('*') % 2 === 0 && count('[') === count(']') && count('(') === count(')');
}

/** Nothing for what cannot be quoted: it says nothing, its markup is torn, or it would read as a citation of ours. */
function roleOf({ text, isSubstantive, kind }: Part, isTerse = false): Piece['role'] | undefined {
  if (kind === 'code') {
    return 'statement';
  }
  if (!isComplete(text) || readsAsCitation(text)) {
    return undefined;
  }
  if (kind !== 'row' && /[:：][\s*_]*$/.test(text)) {
    return 'lead';
  }
  if (!isSubstantive && !(kind === 'paragraph' && /[.。!！?？]$/.test(text))) {
    return undefined;
  }
  return !isTerse && isTooShort(text, kind) ? 'fragment' : 'statement';
}
