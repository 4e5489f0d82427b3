import { estimateTokens } from './estimateTokens';

/** Offsets `[start, end)` into a text. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** How far back from the last character that fits a space is looked for. */
const SPACE_SEARCH = 80;

/**
 * Splits one line that is over the budget: at a space where there is one near the limit, never inside a surrogate pair or a
 * line break. A line within the budget stays whole.
 */
export function splitLine(text: string, line: Range, budget: number): Range[] {
  if (estimateTokens(text.slice(line.start, line.end)) <= budget) {
    return [line];
  }
  const ranges: Range[] = [];
  let start = line.start;
  while (start < line.end) {
    const end = cutFrom(text, { start, end: line.end }, budget);
    ranges.push({ start, end });
    start = end;
  }
  return ranges;
}

function cutFrom(text: string, rest: Range, budget: number): number {
  let cost = 0;
  let end = rest.start;
  // Word by word, and long words in slices: the estimate does not depend on what stands before.
  while (end < rest.end) {
    const next = Math.min(rest.end, end + 8);
    cost += estimateTokens(text.slice(end, next));
    if (cost > budget) {
      break;
    }
    end = next;
  }
  if (end >= rest.end) {
    return rest.end;
  }
  return wholeCharacters(text, rest.start, spaceBefore(text, rest.start, end));
}

function spaceBefore(text: string, start: number, end: number): number {
  const space = text.slice(Math.max(start, end - SPACE_SEARCH), end).search(/\s\S*$/);
  return space <= 0 ? end : Math.max(start, end - SPACE_SEARCH) + space + 1;
}

/** The next place that is between characters, and not where it started. */
function wholeCharacters(text: string, start: number, end: number): number {
  const inside = /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)$/.test(text.slice(end - 1, end + 1));
  if (!inside) {
    return Math.max(end, start + 1);
  }
  return end - 1 > start ? end - 1 : end + 1;
}
