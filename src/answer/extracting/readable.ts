import type { ReadText } from '../../evidence/merge';
import { isProse } from '../../evidence/prose';
import type { Passage } from '../../model/passage';
import type { Block } from '../../util/blocks';
import { splitBlocks } from '../../util/blocks';
import { tableHeadOf } from '../../util/sentences';
import { markdownOfHtml } from './markdownOfHtml';
import type { SectionAt } from './sections';
import { sectionsOf } from './sections';

/** A passage as it is read: a range of a text in Markdown, with its blocks and sections. */
export interface Readable {
  readonly source: string;
  readonly start: number;
  readonly end: number;
  /** Those of the range; none for code and settings, which are read as they stand. */
  readonly blocks: readonly Block[];
  readonly sectionAt: SectionAt;
  /** True if the text is not the file's own but what a reader sees of it. */
  readonly isTranslated: boolean;
}

/**
 * Reads passages in their files: one that begins in the middle of a table, a list or a code block cannot tell so by
 * itself, nor under which heading it begins.
 */
export function passageReader(readText: ReadText): (passage: Passage) => Readable {
  const known = new Map<string, readonly Block[]>();
  const blocksOf = (source: string) => {
    const blocks = known.get(source) ?? splitBlocks(source).map((block) => asWritten(source, block));
    known.set(source, blocks);
    return blocks;
  };
  return (passage) => {
    const place = placeOf(passage, passage.origin === undefined ? readText(passage.path) : undefined);
    const blocks = isProse(passage) ? blocksOf(place.source) : [];
    return {
      ...place,
      blocks: blocks.flatMap((block) => within(block, place)),
      sectionAt: sectionsOf(place.source, blocks, titlesOf(passage)),
    };
  };
}

/** What has no heading is called by its file. */
function titlesOf({ headings, path }: Passage): readonly string[] {
  return headings.length > 0 ? headings : [`\`${path.replaceAll('`', '')}\``];
}

type Place = Pick<Readable, 'source' | 'start' | 'end' | 'isTranslated'>;

function placeOf(passage: Passage, file: string | undefined): Place {
  const { span, text, path } = passage;
  if (isProse(passage) && passage.origin === undefined && /\.x?html?$/i.test(path)) {
    const source = markdownOfHtml(text);
    return { source, start: 0, end: source.length, isTranslated: true };
  }
  const end = text.trimEnd().length;
  return file?.slice(span.start, span.end) === text
    ? { source: file, start: span.start, end: span.start + end, isTranslated: false }
    : { source: text, start: 0, end, isTranslated: false };
}

/** The part of a block that the passage covers. A cut table has lost its head, a cut paragraph only sentences. */
function within(block: Block, { start, end }: Place): Block[] {
  if (block.end <= start || block.start >= end) {
    return [];
  }
  const [from, to] = block.kind === 'code' ? [Math.max(block.start, start), Math.min(block.end, end)] : [block.start, block.end];
  return [{ ...block, start: from, end: to }];
}

/** A heading of AsciiDoc, with the attributes under it. */
const EQUALS_HEADING = /^(={1,6} +)\S.*(?:[\r\n]+:[\w-]+:.*)*$/;

/** Attributes and directives of AsciiDoc and reStructuredText. */
const DIRECTIVE = /^(?:\[[^\]]*\]|:[\w-]+:.*|\.\. .*)$/;

/** The rule of a table drawn with characters, or a line in columns that are kept apart by spaces. */
const DRAWN = /^ *(?:={2,}(?: +={2,})+|\+(?:[-=]+\+)+) *$/m;
const COLUMNS = /^\S+(?: \S+)* {2,}\S/;

/** Takes for what it is what other markup languages write and Markdown reads as a paragraph or a table without a head. */
function asWritten(source: string, block: Block): Block {
  const text = source.slice(block.start, block.end);
  if (block.kind === 'table') {
    return tableHeadOf(text).length > 0 ? block : { ...block, kind: 'code' };
  }
  if (block.kind !== 'paragraph') {
    return block;
  }
  const marks = EQUALS_HEADING.exec(text)?.[1];
  if (marks !== undefined) {
    return { ...block, kind: 'heading', textStart: block.start + marks.length };
  }
  const lines = text.split(/\r\n|\r|\n/);
  const isDrawn = DRAWN.test(text) || (lines.length > 2 && lines.every((line) => COLUMNS.test(line)));
  return isDrawn ? { ...block, kind: 'code' } : DIRECTIVE.test(text) ? { ...block, kind: 'markup' } : block;
}
