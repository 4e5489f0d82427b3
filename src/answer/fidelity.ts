import type { UnsupportedCitation } from '../model/answer';
import type { Passage } from '../model/passage';
import { citedNumbers } from './coverage';
import type { Figure } from '../util/numerals';
import { figuresIn, statedNumbers } from '../util/numerals';
import { splitSentences } from '../util/sentences';

/** Where a statement can be looked up: the passage under a number. */
export type PassageOf = (n: number) => Passage | undefined;

/**
 * Finds the citations whose sentence states a number, version, name in backticks or quoted phrase that none of the
 * passages cited by the sentence contains. What a passage contains includes its path and headings.
 *
 * @returns one entry for each number that such a sentence cites, in order of the text.
 */
export function findUnsupported(answer: string, passageOf: PassageOf): UnsupportedCitation[] {
  return splitSentences(answer).flatMap(({ text }) => {
    const numbers = [...citedNumbers(text, (n) => passageOf(n) !== undefined)];
    const passages = numbers.flatMap((n) => passageOf(n) ?? []);
    const missing = passages.length === 0 ? [] : missingDetails(text, passages);
    return missing.length === 0 ? [] : numbers.map((n) => ({ n, sentence: withoutMarkers(text), missing }));
  });
}

/** A sentence of an answer as it reads without its citations. */
export function withoutMarkers(sentence: string): string {
  return sentence.replace(/\s*\[\d+\]/g, '').trim();
}

/** The numbers, versions, names in backticks and quoted phrases of a sentence that none of the passages contains. */
export function missingDetails(sentence: string, passages: readonly Passage[]): string[] {
  const sources = passages.map(({ path, headings, text }) => [path, ...headings, text].join('\n'));
  const source = sources.join('\n\n');
  const folded = fold(source);
  const { names, phrases, prose } = takeApart(sentence);
  const stated = statedNumbers(source);
  return [
    ...names.filter((name) => !isNamed(fold(name).replace(/\(\)$/, ''), folded)),
    ...phrases.filter((phrase) => !folded.includes(fold(phrase).replace(/[.,;:!?。，；：！？]$/u, ''))),
    ...figuresIn(prose).filter((figure) => !isStated(figure, stated)).map(({ value }) => value),
  ];
}

interface Details {
  readonly names: readonly string[];
  readonly phrases: readonly string[];
  /** The sentence without them, without links' targets and markers. */
  readonly prose: string;
}

const CODE_SPAN = /(`+)(?!`)([^]*?[^`])\1(?!`)/g;

/** `90s` in backticks is a number all the same: the lines may say "90 seconds". */
const QUANTITY = /^\s*\d[\d.,_]*\s?(?:\p{L}{1,8}|%)?\s*$/u;

const PHRASE = /"([^"\n]{3,300})"|“([^”\n]{3,300})”|「([^」\n]{2,300})」|『([^』\n]{2,300})』/g;

function takeApart(sentence: string): Details {
  const names: string[] = [];
  const phrases: string[] = [];
  const withoutNames = sentence.replace(CODE_SPAN, (_all, _ticks, name: string) => {
    if (QUANTITY.test(name)) {
      return name;
    }
    names.push(name.trim());
    return ' ';
  });
  const prose = withoutNames
    .replace(/\]\([^)]*\)|\[\d+\]/g, ' ')
    .replace(PHRASE, (_all, ...groups: (string | undefined)[]) => {
      phrases.push(groups.slice(0, 4).find((group) => group !== undefined) ?? '');
      return ' ';
    })
    .replace(/^\s*(?:\d{1,9}[.)]|step \d+)\s/i, ' ');
  return { names, phrases: phrases.filter(isPhrase), prose };
}

/** One word in quotes is often irony or a label; two words, or four Chinese characters, are a quotation. */
function isPhrase(phrase: string): boolean {
  return /\S\s+\S/.test(phrase.trim()) || (phrase.match(/\p{Script=Han}/gu)?.length ?? 0) >= 4;
}

/** The same text for what reads the same: case, white space, emphasis, quote marks and escapes aside. */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[*_`"“”„‘’'\\]/g, '')
    .replace(/[\s>]+/g, ' ')
    .trim();
}

/** Shorter names could stand anywhere once the words around them are run together. */
const MIN_SQUEEZED = 5;

/** As it is, or as the same words parted in another way: `max-attempts`, `max_attempts`, "max attempts". */
function isNamed(name: string, source: string): boolean {
  const squeezed = name.replace(WORD_GAP, '');
  return source.includes(name) || (squeezed.length >= MIN_SQUEEZED && source.replace(WORD_GAP, '').includes(squeezed));
}

const WORD_GAP = /[ -]/g;

/** As one number, or each of its parts. */
function isStated({ value, parts }: Figure, stated: ReadonlySet<string>): boolean {
  const isKnown = (number: string) => stated.has(number) || [...stated].some((other) => isVersionPrefix(number, other));
  return isKnown(value) || (parts.length > 1 && parts.every(isKnown));
}

/** "Node 20" and "20.11" are stated by `20.11.1`; "5" is not stated by `5.1`, which is no version. */
function isVersionPrefix(number: string, stated: string): boolean {
  return stated.split('.').length >= 3 && stated.startsWith(`${number}.`);
}
