import { endWithin } from '../chunking/estimateTokens';
import type { Passage } from '../model/passage';
import { columnsOf, lineStarts, spanOf } from '../util/lines';
import { terms } from '../util/terms';
import type { TermWeight } from './termWeights';
import { totalWeight } from './termWeights';
import type { Unit } from './units';
import { unitsOf } from './units';

/** What the kept part of a passage should say. */
export interface Wanted {
  /** The telling terms of the question. */
  readonly terms: readonly string[];
  readonly weight: TermWeight;
}

/**
 * The run of whole sentences, rows or lines of a passage that fits into a number of estimated tokens and says most about
 * what is wanted: most of its terms first, then most often, then the earliest.
 *
 * @returns a passage whose text is exactly its span of the file; nothing if no sentence fits.
 */
export function cutPassage(passage: Passage, maxTokens: number, wanted: Wanted): Passage | undefined {
  const { text } = passage;
  const units = unitsOf(passage).map((unit) => ({ ...unit, found: wantedIn(text, unit, wanted) }));
  let best: { readonly run: Unit; readonly score: number } | undefined;
  for (const [at, { start }] of units.entries()) {
    const limit = endWithin(text, { start, end: text.length }, maxTokens);
    const run = units.slice(at).filter(({ end }) => end <= limit);
    const last = run.at(-1);
    const score = scoreOf(run, wanted);
    if (last !== undefined && (best === undefined || score > best.score)) {
      best = { run: { start, end: last.end }, score };
    }
    if (run.length === units.length - at) {
      break; // whatever begins later says less
    }
  }
  return best && partOf(passage, best.run);
}

interface ReadUnit extends Unit {
  /** The terms of the question that it has. */
  readonly found: readonly string[];
}

function wantedIn(text: string, { start, end }: Unit, wanted: Wanted): string[] {
  const own = new Set(terms(text.slice(start, end)));
  return wanted.terms.filter((term) => own.has(term));
}

/** A term said again counts for this much of a term said at all, so that it only decides between equals. */
const AGAIN = 0.01;

function scoreOf(run: readonly ReadUnit[], { weight }: Wanted): number {
  const said = run.flatMap(({ found }) => found);
  return totalWeight(new Set(said), weight) + AGAIN * totalWeight(said, weight);
}

/** A range of a passage's text as a passage of its own. Its key stays that of the chunk: the index finds it by that. */
export function partOf(passage: Passage, { start, end }: Unit): Passage {
  const { span, columns, text, ...rest } = passage;
  const starts = lineStarts(text);
  const own = spanOf(starts, start, end);
  const before = span.startLine - 1;
  const column = (offset: number, line: number) => offset - (starts[line - 1] ?? 0) + (line === 1 ? (columns?.start ?? 1) : 1);
  const isWholeLines = columns === undefined && columnsOf(text, starts, own) === undefined;
  return {
    ...rest,
    span: { start: span.start + start, end: span.start + end, startLine: before + own.startLine, endLine: before + own.endLine },
    ...(isWholeLines ? {} : { columns: { start: column(start, own.startLine), end: column(end, own.endLine) } }),
    text: text.slice(start, end),
  };
}
