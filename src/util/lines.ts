const LF = 10;
const CR = 13;

/**
 * Where each line of a text begins, in UTF-16 offsets: `starts[0] = 0`, and one entry after every `\r\n`, `\n` and `\r`,
 * as the editor counts lines. A text that ends with a line break has an empty last line.
 */
export function lineStarts(text: string): Uint32Array {
  let starts = new Uint32Array(Math.max(16, text.length >> 4));
  let count = 1;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit !== LF && (unit !== CR || text.charCodeAt(i + 1) === LF)) {
      continue;
    }
    if (count === starts.length) {
      const grown = new Uint32Array(count * 2);
      grown.set(starts);
      starts = grown;
    }
    starts[count++] = i + 1;
  }
  return starts.slice(0, count);
}

/** The 1-based line that an offset falls in. */
export function lineAt(starts: Uint32Array, offset: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? Infinity) <= offset) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low + 1;
}

/** Offsets together with the 1-based lines of their first and last character. */
interface LineRange {
  readonly start: number;
  readonly end: number;
  readonly startLine: number;
  readonly endLine: number;
}

/** The offsets `[start, end)` with their lines, in the text whose lines begin at `starts`. */
export function spanOf(starts: Uint32Array, start: number, end: number): LineRange {
  return { start, end, startLine: lineAt(starts, start), endLine: lineAt(starts, end > start ? end - 1 : start) };
}

/**
 * The lines of a part of a text, where the text begins at a line of a file.
 *
 * @param firstLine - 1-based.
 */
export function linesOfPart(text: string, { start, end }: { readonly start: number; readonly end: number }, firstLine: number): { readonly startLine: number; readonly endLine: number } {
  const { startLine, endLine } = spanOf(lineStarts(text), start, end);
  return { startLine: firstLine - 1 + startLine, endLine: firstLine - 1 + endLine };
}

/** The 1-based columns of a range, the second exclusive; nothing where the range is whole lines. */
export function columnsOf(text: string, starts: Uint32Array, range: LineRange): { readonly start: number; readonly end: number } | undefined {
  const start = range.start - (starts[range.startLine - 1] ?? 0) + 1;
  const end = range.end - (starts[range.endLine - 1] ?? 0) + 1;
  const endsLine = range.end === text.length || /[\r\n]/.test(text.charAt(range.end));
  return start === 1 && endsLine ? undefined : { start, end };
}
