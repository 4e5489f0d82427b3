import type { Passage, RankingName } from '../model/passage';
import type { Span } from '../model/span';
import { estimateTokens } from '../chunking/estimateTokens';
import { groupBy } from '../util/groupBy';
import { columnsOf, lineStarts } from '../util/lines';
import { sourceOf } from './sources';

/** The whole text of a file as it is now; nothing where it is not at hand. */
export type ReadText = (path: string) => string | undefined;

/** Neighbours grow together up to this size: a citation of several screens points at nothing. Overlaps always merge. */
const MAX_MERGED_TOKENS = 500;

/**
 * Joins passages of a file that overlap, and those that follow each other in the same section with nothing but blank
 * lines between them. The joined text is cut from the file, so it is exactly what stands there; passages whose file is
 * not at hand, or no longer says what they say, stay as they are.
 */
export function mergePassages(passages: readonly Passage[], readText: ReadText): Passage[] {
  return groupBy(passages, sourceOf).flatMap((group) => {
    const [first] = group;
    const isFile = group.length > 1 && first !== undefined && first.origin === undefined;
    const text = isFile ? readText(first.path) : undefined;
    return text === undefined ? group : mergeInFile(group, text);
  });
}

function mergeInFile(passages: readonly Passage[], text: string): Passage[] {
  const starts = lineStarts(text);
  const merged: Passage[] = [];
  for (const passage of passages.toSorted((a, b) => a.span.start - b.span.start || b.span.end - a.span.end)) {
    const last = merged.at(-1);
    if (last !== undefined && canMerge(last, passage, text)) {
      merged[merged.length - 1] = join(last, passage, { text, starts });
    } else {
      merged.push(passage);
    }
  }
  return merged;
}

function canMerge(first: Passage, second: Passage, text: string): boolean {
  if (!standsIn(first, text) || !standsIn(second, text)) {
    return false;
  }
  if (second.span.start < first.span.end) {
    return true;
  }
  const sameSection = JSON.stringify(first.headings) === JSON.stringify(second.headings);
  return (
    sameSection &&
    text.slice(first.span.end, second.span.start).trim() === '' &&
    estimateTokens(first.text) + estimateTokens(second.text) <= MAX_MERGED_TOKENS
  );
}

function standsIn({ span, text: own }: Passage, text: string): boolean {
  return text.slice(span.start, span.end) === own;
}

function join(first: Passage, second: Passage, { text, starts }: { readonly text: string; readonly starts: Uint32Array }): Passage {
  const { columns: _, ...own } = first;
  const last = second.span.end > first.span.end ? second.span : first.span;
  const span: Span = { start: first.span.start, end: last.end, startLine: first.span.startLine, endLine: last.endLine };
  const columns = columnsOf(text, starts, span);
  return {
    ...own,
    headings: commonTrail(first.headings, second.headings),
    span,
    ...(columns === undefined ? {} : { columns }),
    text: text.slice(span.start, span.end),
    key: `${first.key}+${second.key}`,
    score: Math.max(first.score, second.score),
    ...highest('similarity', first, second),
    ...highest('relevance', first, second),
    ranks: bestRanks(first.ranks, second.ranks),
  };
}

function highest(name: 'similarity' | 'relevance', ...passages: readonly Passage[]): Partial<Passage> {
  const values = passages.flatMap((passage) => passage[name] ?? []);
  return values.length === 0 ? {} : { [name]: Math.max(...values) };
}

function commonTrail(a: readonly string[], b: readonly string[]): string[] {
  const differs = a.findIndex((heading, at) => heading !== b[at]);
  return a.slice(0, differs === -1 ? a.length : differs);
}

function bestRanks(a: Passage['ranks'], b: Passage['ranks']): Passage['ranks'] {
  const best: Partial<Record<RankingName, number>> = { ...a };
  for (const name of ['keyword', 'static', 'semantic'] as const) {
    const rank = Math.min(a[name] ?? Infinity, b[name] ?? Infinity);
    if (rank !== Infinity) {
      best[name] = rank;
    }
  }
  return best;
}
