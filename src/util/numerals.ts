/** Signs that part the thousands. A text in NFKC has no other space than the plain one. */
const GROUPS = String.raw`\d{1,3}(?:[,_'’ ]\d{3})+(?![\d])`;

const PLAIN = String.raw`\d+(?:\.\d+)*`;

/** What a number is multiplied by, in words. `5m` may be minutes and is left alone. */
const MAGNITUDES: Readonly<Record<string, number>> = {
  k: 1e3, thousand: 1e3, 千: 1e3, 万: 1e4, 百万: 1e6, million: 1e6, 千万: 1e7, 亿: 1e8, billion: 1e9,
};

const MAGNITUDE = String.raw`(?:[ -]?(k|thousand|million|billion|百万|千万|千|万|亿)(?![a-z]))?`;

/** A number or version that is not part of a name: `20`, `1,000`, `v1.2.3`, `99.9%`, `8.7 万`; not the 8 of `utf8`. */
const FIGURE = new RegExp(String.raw`(?<![\p{Script=Latin}\p{N}_.-]|\p{N},)(?:v(?=\d))?(${GROUPS}(?:\.\d+)?|${PLAIN})${MAGNITUDE}`, 'giu');

/** Any digits: `10-20` and `utf8` state each of theirs. */
const DIGITS = new RegExp(`(${PLAIN})${MAGNITUDE}`, 'gi');

const GROUPED = new RegExp(GROUPS, 'g');

/** A number of a text. */
export interface Figure {
  /** In plain digits. */
  readonly value: string;
  /** Digits with a space between them may be one number or several. */
  readonly parts: readonly string[];
}

/** The numbers that a sentence states in figures, without repeats. */
export function figuresIn(text: string): Figure[] {
  const figures = Array.from(text.normalize('NFKC').matchAll(FIGURE), ([, digits = '', magnitude]): Figure => ({
    value: scaled(digits, magnitude),
    parts: magnitude === undefined ? digits.split(' ').map(plain) : [],
  }));
  return [...new Map(figures.map((figure) => [figure.value, figure])).values()];
}

/** Every number that a text could be read to state, in figures or in words, in plain digits: `1,500`, `1.5k`, `九十`, `ninety`. */
export function statedNumbers(text: string): ReadonlySet<string> {
  const normal = text.normalize('NFKC').toLowerCase();
  const grouped = Array.from(normal.matchAll(GROUPED), ([digits]) => plain(digits));
  const single = Array.from(normal.matchAll(DIGITS), ([, digits = '', magnitude]) => [plain(digits), scaled(digits, magnitude)]);
  return new Set([...grouped, ...single.flat(), ...englishNumbers(normal), ...chineseNumbers(normal)]);
}

/** Without what parts the thousands and without leading zeros: `04-02` states a 4. */
function plain(digits: string): string {
  return digits.replace(/[,_'’ ]/g, '').replace(/^0+(?=\d)/, '');
}

function scaled(digits: string, magnitude: string | undefined): string {
  const factor = magnitude === undefined ? undefined : MAGNITUDES[magnitude.toLowerCase()];
  const value = plain(digits);
  // What a decimal is multiplied by is written in decimals: 1.1 × 1000 is not 1100.0000000000002.
  return factor === undefined || Number.isNaN(Number(value)) ? value : String(Number((Number(value) * factor).toPrecision(12)));
}

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

const ENGLISH: ReadonlyMap<string, number> = new Map([
  ...UNITS.map((word, value) => [word, value] as const),
  ...TENS.map((word, at) => [word, 10 * (at + 2)] as const),
  ['hundred', 100], ['thousand', 1e3], ['million', 1e6],
]);

/** Other words that say how many. */
const COUNTING: Readonly<Record<string, number>> = { no: 0, once: 1, single: 1, twice: 2, both: 2, dozen: 12 };

const ENGLISH_RUN = new RegExp(String.raw`\b(?:${[...ENGLISH.keys()].join('|')})\b(?:(?:[ -]|[ -]and )(?:${[...ENGLISH.keys()].join('|')})\b)*`, 'g');

/** Of `twenty-five` also the parts: words in a row need not be one number. */
function englishNumbers(text: string): string[] {
  const counted = Array.from(text.matchAll(/\b(?:no|once|single|twice|both|dozen)\b/g), ([word]) => COUNTING[word] ?? 0);
  const runs = Array.from(text.matchAll(ENGLISH_RUN), ([run]) => {
    const values = run.split(/[ -](?:and )?/).map((word) => ENGLISH.get(word) ?? 0);
    return [...values, combined(values)];
  });
  return [...counted, ...runs.flat()].map(String);
}

const CHINESE: ReadonlyMap<string, number> = new Map([
  ...Array.from('零一二三四五六七八九', (digit, value) => [digit, value] as const),
  ['〇', 0], ['两', 2], ['十', 10], ['百', 100], ['千', 1e3], ['万', 1e4], ['亿', 1e8],
]);

/** Of `三五` also the digits: characters in a row need not be one number. */
function chineseNumbers(text: string): string[] {
  return Array.from(text.matchAll(/[零〇一二两三四五六七八九十百千万亿]+/g), ([run]) => {
    const values = Array.from(run, (digit) => CHINESE.get(digit) ?? 0);
    return values.every((value) => value < 10) ? [...values.map(String), plain(values.join(''))] : [String(combined(values))];
  }).flat();
}

/** Puts together what was said word by word: ten and its powers multiply all that stands before them and is smaller. */
function combined(values: readonly number[]): number {
  const addends: number[] = [];
  for (const value of values) {
    const smaller = value % 10 === 0 && value > 0 && Number.isInteger(Math.log10(value)) ? addends.splice(addends.findLastIndex((addend) => addend >= value) + 1) : [];
    addends.push(value * (smaller.length === 0 ? 1 : Math.max(1, sum(smaller))));
  }
  return sum(addends);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
