import type { Block } from './blocks';
import { splitBlocks } from './blocks';

/** A sentence of Markdown: of a paragraph or list item, or a whole row of a table. */
export interface Sentence {
  readonly start: number;
  readonly end: number;
  /** Exactly the text between `start` and `end`. */
  readonly text: string;
  readonly kind: 'paragraph' | 'item' | 'row';
  /** False for what states nothing: courtesies, lead-ins, table heads, bare labels. */
  readonly isSubstantive: boolean;
}

/** The sentences of Markdown in order; headings and code have none. */
export function splitSentences(text: string): Sentence[] {
  return splitBlocks(text).flatMap((block) => sentencesOfBlock(text, block));
}

/** The sentences of one block of `text`. */
export function sentencesOfBlock(text: string, block: Block): Sentence[] {
  switch (block.kind) {
    case 'paragraph':
    case 'item': {
      const { kind } = block;
      return proseSpans(text, block.textStart, block.end).map((span) => sentence(text, span, kind));
    }
    case 'table':
      return tableRows(text, block);
    case 'heading':
    case 'code':
    case 'markup':
      return [];
  }
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function sentence(text: string, { start, end }: Range, kind: 'paragraph' | 'item'): Sentence {
  const own = text.slice(start, end);
  return { start, end, text: own, kind, isSubstantive: isSubstantive(own, kind) };
}

/** `Intl.Segmenter` takes more than linear time, so it gets slices of at most this many UTF-16 units. */
const MAX_SLICE = 1_000;

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Length of the end of a sentence in which an abbreviation is looked for. */
const MAX_ABBREVIATION = 12;

/** An abbreviation ends no sentence, nor does the number of a heading in a trail of headings. */
const ABBREVIATION = /(?:^|[›*]\s*)\d{1,3}\.\s*$|(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|no|fig|sec|mr|mrs|ms|dr|[A-Z])\.\s*$/i;

function proseSpans(text: string, start: number, end: number): Range[] {
  const ranges: Range[] = [];
  for (let at = start; at < end; ) {
    const sliceEnd = cutSlice(text, at, end);
    for (const { segment, index } of SEGMENTER.segment(flatten(text.slice(at, sliceEnd)))) {
      addSegment(text, ranges, { start: at + index, end: at + index + segment.length });
    }
    at = sliceEnd;
  }
  return ranges.map((range) => trim(text, range)).filter((range) => range.end > range.start);
}

/**
 * The same length of text without what would mislead the segmenter: a line break inside a paragraph is a space, a
 * full stop inside code or a link (or the `!` of an image) ends nothing, and a marker after a full stop belongs to the sentence before it.
 */
function flatten(slice: string): string {
  return slice
    .replace(/(`+)[^`]+\1|!?\[[^\]]*\]\([^)]*\)|https?:\/\/\S+(?<![.,;:!?)])/g, (whole) => 'X'.repeat(whole.length))
    .replace(/[\r\n][\s>]*|\[\d+\]/g, (gap) => ' '.repeat(gap.length));
}

/** The end of a slice: after the last sentence mark, else the last space, that lets it stay short enough. */
function cutSlice(text: string, start: number, end: number): number {
  if (end - start <= MAX_SLICE) {
    return end;
  }
  for (let at = start + MAX_SLICE; at > start + MAX_SLICE / 2; at--) {
    if (/[。！？]|[.!?]\s/.test(text.slice(at - 1, at + 1))) {
      return at;
    }
  }
  const space = text.slice(start, start + MAX_SLICE).lastIndexOf(' ');
  return start + (space > 0 ? space + 1 : MAX_SLICE);
}

/** Adds a segment; one after an abbreviation goes on with the sentence before it. */
function addSegment(text: string, ranges: Range[], segment: Range): void {
  const previous = ranges.at(-1);
  if (previous !== undefined && ABBREVIATION.test(text.slice(Math.max(previous.start, previous.end - MAX_ABBREVIATION), previous.end))) {
    ranges[ranges.length - 1] = { start: previous.start, end: segment.end };
  } else {
    ranges.push(segment);
  }
}

function trim(text: string, { start, end }: Range): Range {
  const own = text.slice(start, end);
  const trimmedStart = start + own.length - own.trimStart().length;
  return { start: trimmedStart, end: Math.max(trimmedStart, start + own.trimEnd().length) };
}

/** The lines of a table that name its columns, the rule under them included; none if it has no head. */
export function tableHeadOf(table: string): string[] {
  const lines = table.split(/\r\n|\r|\n/);
  return lines.slice(0, lines.findIndex((line) => /^[\s|:]*-[\s|:-]*$/.test(line)) + 1);
}

function tableRows(text: string, block: Block): Sentence[] {
  const table = text.slice(block.start, block.end);
  const rule = tableHeadOf(table).length - 1;
  return Array.from(table.matchAll(/[^\r\n]+/g)).flatMap(({ 0: line, index }, at) => {
    const start = block.start + index;
    const row = { start, end: start + line.length, text: line, kind: 'row' as const };
    return at === rule ? [] : [{ ...row, isSubstantive: at > rule && isSubstantive(line, 'row') }];
  });
}

/** Sentences that talk to the reader or about the answer, not about the subject. English and Chinese. */
const COURTESY = new RegExp(
  [
    '^(?:sure|certainly|of course|great question|hello|hi|thanks|thank you|you\'re welcome|absolutely)\\b[^.]{0,40}[.!,]?$',
    '^(?:i )?hope (?:this|that)\\b',
    '^(?:please )?let me know\\b',
    '^(?:please )?feel free\\b',
    '^if you (?:have|need) (?:any )?(?:more|other|further|additional|questions|help)\\b',
    '^(?:would|do) you (?:like|want)\\b',
    '^in (?:summary|short|conclusion)[:,]?$',
    '^(?:当然|好的|您好|你好|谢谢|不客气|没问题)[^。]{0,10}[。！，]?$',
    '^希望.{0,12}(?:帮助|帮到|有用)',
    '^(?:如果|如)您?你?(?:还有|有)?.{0,10}(?:问题|疑问|需要)',
    '^(?:请|欢迎)随时',
  ].join('|'),
  'iu',
);

/** Fewer letters and digits than this state nothing; a Chinese character counts as two. An item may be a mere name. */
const MIN_LETTERS = { paragraph: 6, item: 2, row: 2 } as const;

function isSubstantive(text: string, kind: Sentence['kind']): boolean {
  const bare = text.replace(/\[\d+\]/g, '').trim();
  const words = bare.replace(/^[\s*_~"'“「]+|[\s*_~"'”」]+$/g, '');
  const isLeadIn = /[:：]$/.test(words);
  const letters = words.replace(/\p{Script=Han}/gu, 'aa').match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return !isLeadIn && !COURTESY.test(words) && letters >= MIN_LETTERS[kind];
}
