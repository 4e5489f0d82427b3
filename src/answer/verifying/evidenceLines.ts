import { unitsOf } from '../../evidence/units';
import type { Evidence } from '../../model/evidence';
import type { Span } from '../../model/span';
import { splitBlocks } from '../../util/blocks';
import { lineStarts, spanOf } from '../../util/lines';

/** The smallest piece of evidence that a statement can rest on: a sentence, a row, a line of code. */
export interface EvidenceLine {
  /** Number of the passage that it is part of. */
  readonly n: number;
  /** Exactly `span` of the file. */
  readonly text: string;
  readonly span: Span;
  /** What it is about without saying so: path and headings of the passage. */
  readonly about: string;
}

/** The lines of a passage that say something, in order. */
export function evidenceLines({ n, passage }: Evidence): EvidenceLine[] {
  const { path, headings, text, span } = passage;
  const starts = lineStarts(text);
  const about = [path, ...headings].join('\n');
  return unitsOf(passage)
    .map(({ start, end }) => ({ start: start + headingLength(text.slice(start, end)), end }))
    .map(({ start, end }) => ({ n, text: text.slice(start, end), span: within(span, spanOf(starts, start, end)), about }))
    .filter((line) => /[\p{L}\p{N}]/u.test(line.text));
}

/** What stands under a heading is a unit together with it; what says it is not the heading. */
function headingLength(unit: string): number {
  return splitBlocks(unit).find(({ kind }) => kind !== 'heading')?.start ?? 0;
}

function within(passage: Span, own: Span): Span {
  const before = passage.startLine - 1;
  return {
    start: passage.start + own.start,
    end: passage.start + own.end,
    startLine: before + own.startLine,
    endLine: before + own.endLine,
  };
}
