import { tellingTerms, terms } from '../../util/terms';
import type { EvidenceLine } from './evidenceLines';

/** What of the evidence a statement rests on, as far as words show. */
export interface WordSupport {
  /** The lines that together say most of it, the best first, each chosen for what those before it lack. */
  readonly lines: readonly EvidenceLine[];
  /** How many telling terms the statement has. */
  readonly terms: number;
  /** Share of them that the first {@link DECIDING_LINES} lines say, by rarity, in [0, 1]. */
  readonly share: number;
  /** The same for the first of these lines, the first two, and so on. */
  readonly shares: readonly number[];
  /** Share of its pairs of neighbours that stand side by side in these lines too, by rarity, in [0, 1]; 1 if it has none. */
  readonly pairShare: number;
}

/** Lines that are ranked. */
const RANKED_LINES = 5;

/** A statement that needs more lines than this is several statements. */
const DECIDING_LINES = 3;

/** "sign" and "signature" share a beginning: half a match. */
const PREFIX_SHARE = 0.5;
const MIN_PREFIX = 4;
const MAX_PREFIX_REST = 5;

/** What a passage stands under is said of its lines, without being said by them. */
const ABOUT_SHARE = 0.5;

/** A number says more than a word. */
const NUMBER_WEIGHT = 1.5;

/** Two words side by side in both texts say more than two words. */
const PAIR_WEIGHT = 0.1;

/** A line is about what stands around it without naming it again: lines away, and how much a term there counts. */
const AROUND: readonly (readonly [away: number, share: number])[] = [[-2, 0.15], [-1, 0.3], [1, 0.2]];

/** A term that a better line has said already counts this much less. */
const SAID_ALREADY = 0.5;

/**
 * Finds the lines whose words say most of a statement.
 *
 * @param read - in the order of their documents; rarity is measured over all of them.
 */
export function supportByWords(statement: string, read: readonly ReadLine[]): WordSupport {
  const wanted = weigh(tellingTerms(statement), read.map(({ words }) => words));
  const pairs = weigh(pairsOf(terms(statement)), read.map((line) => line.pairs));
  const found = read.map((line) => wanted.map(({ term }) => saidBy(line, term)));
  const bonus = read.map((line) => PAIR_WEIGHT * sum(pairs.map(({ term, weight }) => (line.pairs.has(term) ? weight : 0))));
  const said = wanted.map(() => 0);
  const chosen: number[] = [];
  const shares: number[] = [];
  while (chosen.length < Math.min(RANKED_LINES, read.length)) {
    const left = wanted.map(({ weight }, term) => weight * (1 - SAID_ALREADY * (said[term] ?? 0)));
    const worth = read.map((_line, at) => (chosen.includes(at) ? -1 : (bonus[at] ?? 0) + sum(left.map((weight, term) => weight * saidNear(found, at, term)))));
    const best = worth.indexOf(Math.max(...worth));
    chosen.push(best);
    if (chosen.length <= DECIDING_LINES) {
      found[best]?.forEach((share, term) => (said[term] = Math.max(share, said[term] ?? 0)));
      shares.push(shareOf(wanted, (_pair, term) => said[term] ?? 0, 0));
    }
  }
  const deciding = chosen.slice(0, DECIDING_LINES);
  return {
    lines: chosen.flatMap((at) => read[at]?.line ?? []),
    terms: wanted.length,
    share: shares.at(-1) ?? 0,
    shares,
    pairShare: shareOf(pairs, (pair) => (deciding.some((at) => read[at]?.pairs.has(pair)) ? 1 : 0), 1),
  };
}

/** A line with its terms, so that many statements can be looked up in it. */
export interface ReadLine {
  readonly line: EvidenceLine;
  readonly words: ReadonlySet<string>;
  readonly pairs: ReadonlySet<string>;
  readonly about: ReadonlySet<string>;
}

/** Takes the terms out of a line. */
export function readLine(line: EvidenceLine): ReadLine {
  const found = terms(line.text);
  return { line, words: new Set(found), pairs: new Set(pairsOf(found)), about: new Set(terms(line.about)) };
}

function pairsOf(found: readonly string[]): string[] {
  return [...new Set(found.slice(1).map((term, at) => `${found[at] ?? ''} ${term}`))];
}

interface Weighed {
  readonly term: string;
  readonly weight: number;
}

/** The rarer among the lines, the more a term tells; one that occurs in none tells as much as one that occurs once. */
function weigh(wanted: readonly string[], lines: readonly ReadonlySet<string>[]): Weighed[] {
  return wanted.map((term) => {
    const frequency = lines.filter((line) => line.has(term)).length;
    const rarity = Math.log(1 + lines.length / Math.max(1, frequency));
    return { term, weight: /\d/.test(term) ? NUMBER_WEIGHT * rarity : rarity };
  });
}

/** In [0, 1]. */
function saidBy({ words, about }: ReadLine, term: string): number {
  return Math.max(matchIn(words, term), ABOUT_SHARE * matchIn(about, term));
}

function matchIn(words: ReadonlySet<string>, term: string): number {
  if (words.has(term)) {
    return 1;
  }
  return term.length >= MIN_PREFIX && [...words].some((word) => shareBeginning(word, term)) ? PREFIX_SHARE : 0;
}

function shareBeginning(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= MIN_PREFIX && long.length - short.length <= MAX_PREFIX_REST && long.startsWith(short);
}

/** How well a line says a term, itself or by what stands around it. */
function saidNear(found: readonly (readonly number[])[], at: number, term: number): number {
  return Math.max(found[at]?.[term] ?? 0, ...AROUND.map(([away, share]) => share * (found[at + away]?.[term] ?? 0)));
}

function shareOf(weighed: readonly Weighed[], has: (term: string, at: number) => number, ofNone: number): number {
  const total = sum(weighed.map(({ weight }) => weight));
  return total === 0 ? ofNone : sum(weighed.map(({ term, weight }, at) => weight * has(term, at))) / total;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
