import { TRUNCATED } from '../quote';

/** Longest string that is kept whole: a program of some 200 lines. In UTF-16 units, like all of these. */
const MAX_STRING = 8_000;

/** Longest run without spaces or punctuation that is kept whole: beyond, it is base64, a key or noise, in no language. */
const MAX_RUN = 256;

/** Longest text of arguments that is parsed. */
const MAX_TEXT = 64_000;

const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Cuts what is over-long out of the arguments of a call before anything parses them, and marks the place. Knows no more of
 * JSON than where its strings end, so that the rest can still be read. Linear.
 */
export function shortenArguments(text: string): string {
  const shortened = text.length <= MAX_RUN ? text : [...keptParts(text)].join(TRUNCATED);
  return shortened.length <= MAX_TEXT ? shortened : shortened.slice(0, MAX_TEXT) + TRUNCATED;
}

function* keptParts(text: string): Generator<string> {
  let isString = false;
  let length = 0;
  let run = 0;
  let from: number | undefined = 0;
  for (let at = 0, step; at < text.length; at += step) {
    const unit = text.charCodeAt(at);
    const isQuote = unit === QUOTE;
    step = isString ? unitLength(text, at) : 1;
    isString = isString !== isQuote;
    run = isData(unit) ? run + 1 : 0;
    length = isQuote ? 0 : run <= MAX_RUN ? length + step : length;
    const isKept = run <= MAX_RUN && (!isString || length <= MAX_STRING);
    if (isKept) {
      from ??= at;
    } else if (from !== undefined) {
      yield text.slice(from, at);
      from = undefined;
    }
  }
  yield from === undefined ? '' : text.slice(from);
}

/** An escape sequence is kept or left out as a whole. */
function unitLength(text: string, at: number): number {
  return text.charCodeAt(at) === BACKSLASH ? (text.charAt(at + 1) === 'u' ? 6 : 2) : 1;
}

/** Letters and digits of ASCII, and what base64 and its kin add to them. */
function isData(unit: number): boolean {
  const lower = unit | 32;
  return (lower >= 97 && lower <= 122) || (unit >= 47 && unit <= 57) || unit === 43 || unit === 45 || unit === 61 || unit === 95;
}
