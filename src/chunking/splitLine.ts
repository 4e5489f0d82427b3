import { endWithin } from './estimateTokens';
import type { TextRange } from './estimateTokens';

/** How far back from the last character that fits a space is looked for. */
const SPACE_SEARCH = 80;

/**
 * Splits one line that is over the budget: at a space where there is one near the limit, never inside a surrogate pair or a
 * line break. A line within the budget stays whole.
 */
export function splitLine(text: string, line: TextRange, budget: number): TextRange[] {
  const ranges: TextRange[] = [];
  for (let start = line.start; start < line.end;) {
    const fitting = endWithin(text, { start, end: line.end }, budget);
    const end = fitting === line.end ? fitting : wholeCharacters(text, start, spaceBefore(text, start, fitting));
    ranges.push({ start, end });
    start = end;
  }
  return ranges;
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
