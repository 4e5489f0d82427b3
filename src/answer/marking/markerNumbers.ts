/** The references of one marker, in order of first mention, without repeats. */
export interface MarkerNumbers {
  readonly numbers: readonly number[];
  /** Ranges that name no passages: backwards, or longer than any ledger. */
  readonly badRanges: number;
}

const NUMBER = '[0-9\\uff10-\\uff19]+';
const RANGE = `${NUMBER}(?:\\s*[-\\u2010-\\u2015\\uff0d~\\uff5e]\\s*${NUMBER})?`;

/** `1`, `1, 2`, `1-3`, also with full-width digits and punctuation. */
const CONTENT = new RegExp(`^\\s*${RANGE}(?:\\s*[,;\\uff0c\\uff1b\\u3001]\\s*${RANGE})*\\s*$`);
const ITEM = new RegExp(`(${NUMBER})(?:\\s*[-\\u2010-\\u2015\\uff0d~\\uff5e]\\s*(${NUMBER}))?`, 'g');

/** Nearly all markers are of this form; the way round by {@link CONTENT} costs ten times as much. */
const SINGLE = /^[0-9]{1,9}$/;

/** Longest range that is taken as one: a turn has a few dozen passages at most. */
const MAX_RANGE = 50;

/** Reads what stands between the brackets of a marker; nothing if it is not a list of numbers. */
export function parseMarkerNumbers(content: string): MarkerNumbers | undefined {
  if (SINGLE.test(content)) {
    return { numbers: [Number(content)], badRanges: 0 };
  }
  if (!CONTENT.test(content)) {
    return undefined;
  }
  const numbers = new Set<number>();
  let badRanges = 0;
  for (const [, first = '', last] of content.matchAll(ITEM)) {
    const from = toNumber(first);
    const to = last === undefined ? from : toNumber(last);
    if (to < from || to - from >= MAX_RANGE) {
      badRanges++;
      continue;
    }
    for (let n = from; n <= to; n++) {
      numbers.add(n);
    }
  }
  return { numbers: [...numbers], badRanges };
}

/** More digits than this are no passage number, whatever their value. */
const MAX_DIGITS = 9;

function toNumber(digits: string): number {
  const ascii = digits.replace(/[\uff10-\uff19]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0));
  const significant = ascii.replace(/^0+/, '');
  return significant.length > MAX_DIGITS ? Number.MAX_SAFE_INTEGER : Number(significant);
}
