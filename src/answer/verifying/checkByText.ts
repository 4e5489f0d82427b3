import type { SentenceCheck, SentenceVerdict } from '../../model/answer';
import type { Evidence } from '../../model/evidence';
import { splitSentences } from '../../util/sentences';
import { tellingTerms } from '../../util/terms';
import { citedNumbers } from '../coverage';
import { missingDetails, withoutMarkers } from '../fidelity';
import { detectLanguage } from '../../util/language';
import { lettersOf } from '../../util/letters';
import type { EvidenceLine } from './evidenceLines';
import { evidenceLines } from './evidenceLines';
import { isNegated } from './negation';
import type { ReadLine, WordSupport } from './wordSupport';
import { readLine, supportByWords } from './wordSupport';

/**
 * Words decide for a statement from these shares on: of its terms by rarity, and of its pairs of neighbours. Measured on the
 * 558 claims of WiCE (dev) and SciFact (dev): one of 260 still passes when its evidence is taken out of the source, and one
 * of 24 that the source contradicts.
 */
const SUPPORTED_SHARE = 0.8;
const SUPPORTED_PAIR_SHARE = 0.4;

/** Fewer telling terms decide nothing. */
const MIN_TERMS = 3;

/**
 * A statement of which less than this is said is about something else: so are four of five of these claims when paired
 * with the source of another, and one of 130 supported ones. A short statement may well say all in other words.
 */
const UNRELATED_SHARE = 0.2;
const UNRELATED_MIN_TERMS = 6;

/** Two texts that share this much (Jaccard) of what they are about say the same, or the opposite. */
const SAME_WORDS = 0.8;

/** Holds every cited sentence of an answer against the passages it cites, by their words alone. */
export function checkByText(answer: string, evidence: readonly Evidence[]): SentenceCheck[] {
  const lines = evidence.flatMap(evidenceLines).map(readLine);
  return splitSentences(answer)
    .filter(({ isSubstantive }) => isSubstantive)
    .flatMap(({ text, start, end }) => {
      const numbers = citedNumbers(text, (n) => evidence.some((entry) => entry.n === n));
      if (numbers.size === 0) {
        return [];
      }
      const cited = evidence.filter(({ n }) => numbers.has(n));
      const ground: Ground = { cited, lines: lines.filter(({ line }) => numbers.has(line.n)) };
      return [{ sentence: withoutMarkers(text), start, end, numbers: [...numbers], ...judge(text, ground) }];
    });
}

interface Ground {
  readonly cited: readonly Evidence[];
  /** Those of the cited passages. */
  readonly lines: readonly ReadLine[];
}

type Judgement = Pick<SentenceCheck, 'verdict' | 'line' | 'reason'>;

function judge(sentence: string, { cited, lines }: Ground): Judgement {
  const statement = withoutMarkers(sentence);
  const support = supportByWords(statement, lines);
  const best = support.lines[0];
  const say = (verdict: SentenceVerdict, reason?: string): Judgement => ({
    verdict,
    ...(best === undefined ? {} : { line: placeOf(best) }),
    ...(reason === undefined ? {} : { reason }),
  });
  const missing = missingDetails(sentence, cited.map(({ passage }) => passage));
  if (missing.length > 0) {
    return say('notSupported', `The cited lines do not contain: ${missing.join(', ')}`);
  }
  if (best === undefined) {
    return say('undecided');
  }
  if (support.terms >= MIN_TERMS && isQuoted(statement, support)) {
    return say('supported');
  }
  if (isNegated(statement) !== isNegated(best.text)) {
    return sharesWords(statement, best.text) ? say('notSupported', 'The cited lines say the opposite.') : say('undecided');
  }
  if (isSaid(statement, support)) {
    return say('supported');
  }
  return isUnrelated(statement, support) ? say('notSupported', 'The cited lines are about something else.') : say('undecided');
}

/** Where a line of evidence stands. */
export function placeOf({ n, span: { startLine, endLine } }: EvidenceLine): NonNullable<SentenceCheck['line']> {
  return { n, startLine, endLine };
}

function isSaid(statement: string, support: WordSupport): boolean {
  const { terms, share, pairShare } = support;
  return isQuoted(statement, support) || (terms >= MIN_TERMS && share >= SUPPORTED_SHARE && pairShare >= SUPPORTED_PAIR_SHARE);
}

function isQuoted(statement: string, { lines }: WordSupport): boolean {
  return lines.some(({ text, about }) => [text, about].some((source) => lettersOf(source).includes(lettersOf(statement))));
}

const ENGLISH_WORD = /\b(?:the|and|with|this|that|which|are|by|from|it|when)\b/i;

/** Two languages share no words: only texts of one language that words can be compared in are told apart by them. */
function isUnrelated(statement: string, { terms, share, lines }: WordSupport): boolean {
  const language = detectLanguage(statement);
  const isKnown = language === 'zh' || ENGLISH_WORD.test(statement);
  return isKnown && terms >= UNRELATED_MIN_TERMS && share < UNRELATED_SHARE && lines.every(({ text }) => detectLanguage(text) === language);
}

/** True for two texts about the same, their denials aside. */
function sharesWords(a: string, b: string): boolean {
  const [first, second] = [subjectsOf(a), subjectsOf(b)];
  const common = [...first].filter((term) => second.has(term)).length;
  return common > 0 && common >= SAME_WORDS * (first.size + second.size - common);
}

function subjectsOf(text: string): ReadonlySet<string> {
  return new Set(tellingTerms(text).filter((term) => !isNegated(term)));
}
