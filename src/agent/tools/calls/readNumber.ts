const WORDS = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen ' +
  'nineteen twenty'
).split(' ');

const HAN_DIGITS = '零一二三四五六七八九';

/** A longer text is no number, whatever it says. */
const MAX_LENGTH = 40;

/**
 * The one number that a text names, in digits or words: "5", "5.0", "top 5", "five", "五", "十五", "第二十条"; English words up
 * to twenty, Chinese ones to ninety-nine. Nothing if there is none, or more than one.
 */
export function readNumber(text: string): number | undefined {
  if (text.length > MAX_LENGTH) {
    return undefined;
  }
  const plain = text.normalize('NFKC').toLowerCase();
  const digits = plain.match(/(?:(?<![\w.])-)?(?<![\d.])\d+(?:\.\d+)?/g) ?? [];
  const words = (plain.match(/[a-z]+/g) ?? []).filter((word) => WORDS.includes(word)).map((word) => WORDS.indexOf(word));
  const han = (plain.match(/[〇零一二两三四五六七八九十百千万亿]+/g) ?? []).map(readHan);
  const [number, ...more] = [...digits.map(Number), ...words, ...han];
  return more.length > 0 ? undefined : number;
}

function readHan(text: string): number | undefined {
  const plain = text.replaceAll('〇', '零').replaceAll('两', '二');
  const match = /^(?:(?<tens>[一二三四五六七八九])?(?<ten>十))?(?<ones>[零一二三四五六七八九])?$/u.exec(plain);
  if (match === null) {
    return undefined;
  }
  const { tens, ten, ones } = match.groups ?? {};
  const base = ten === undefined ? 0 : 10 * (tens === undefined ? 1 : HAN_DIGITS.indexOf(tens));
  return base + (ones === undefined ? 0 : HAN_DIGITS.indexOf(ones));
}
