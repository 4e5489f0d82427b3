import { citedNumbers } from '../answer/coverage';
import { endWithin, estimateTokens } from '../chunking/estimateTokens';
import { fenceConversation, fenceSource, withoutNonce } from '../evidence/fence';
import type { PastTurn } from '../model/conversation';
import type { Evidence } from '../model/evidence';
import { splitSentences } from '../util/sentences';

/** Bounds of a summary. */
export interface SummaryOptions {
  /** What the summary may take, by `estimateTokens`; the fence comes on top. */
  readonly maxTokens: number;
  /** A fresh unguessable word, letters and digits: it fences the conversation, and the sources in it. */
  readonly nonce: string;
}

/** Turns that are told fully, with the sources they cited: those that "the source you just cited" may mean. */
const FULL_TURNS = 2;

/** Turns that are told at all. */
const MAX_TURNS = 24;

/** Shares of the budget: no answer and no source leaves nothing for the rest. */
const ANSWER_SHARE = 0.18;
const SOURCE_SHARE = 0.04;

/** An older turn is a line. In tokens. */
const MAX_QUESTION_TOKENS = 80;
const MAX_LEAD_TOKENS = 60;

/** Sources of a turn that are told, at most. */
const MAX_SOURCES = 4;

/** One thing that is told of a conversation. */
interface Piece {
  readonly text: string;
  /** Where it stands. */
  readonly place: readonly [turn: number, part: number];
}

/**
 * The conversation so far, for a model: of older turns the question and the lead of the answer, of the last two the answer,
 * the sources that it cited under their numbers, and what was noted. Where it does not all fit, the oldest turns are left out
 * first, then sources. No model is called.
 *
 * @returns fenced as data, see `conversationRule`; empty where nothing was said, or nothing fits.
 */
export function summarizeConversation(history: readonly PastTurn[], { maxTokens, nonce }: SummaryOptions): string {
  const kept: Piece[] = [];
  let left = maxTokens;
  for (const piece of piecesOf(history.slice(-MAX_TURNS), { maxTokens, nonce })) {
    const tokens = estimateTokens(piece.text) + 1;
    if (tokens > left) {
      // What comes after is less important, and older: a summary has no holes.
      break;
    }
    left -= tokens;
    kept.push(piece);
  }
  const text = kept.sort(byPlace).map((piece) => piece.text).join('\n');
  return text === '' ? '' : fenceConversation(text, nonce);
}

function byPlace({ place: [turnA, partA] }: Piece, { place: [turnB, partB] }: Piece): number {
  return turnA - turnB || partA - partB;
}

/** Everything that could be told, the most important first. */
function piecesOf(turns: readonly PastTurn[], options: SummaryOptions): Piece[] {
  const recent = turns.slice(-FULL_TURNS).map((turn, at) => ({ turn, at: turns.length - Math.min(FULL_TURNS, turns.length) + at })).reverse();
  const older = turns.slice(0, -FULL_TURNS).map((turn, at) => ({ turn, at })).reverse();
  return [
    ...recent.flatMap(({ turn, at }) => toldFully(turn, at, options)),
    ...recent.flatMap(({ turn, at }) => sourcesOf(turn, at, options)),
    ...older.map(({ turn, at }): Piece => ({ text: toldShortly(turn, options), place: [at, 0] })),
  ];
}

function toldFully({ question, answer, notes = [] }: PastTurn, at: number, { maxTokens, nonce }: SummaryOptions): Piece[] {
  const answerTokens = maxTokens * ANSWER_SHARE;
  const told = [
    `Reader: ${line(question, MAX_QUESTION_TOKENS, nonce)}`,
    `You: ${answer.trim() === '' ? '(no answer)' : cut(withoutNonce(answer.trim(), nonce), answerTokens)}`,
  ].join('\n');
  const noted = notes.length === 0 ? [] : [{ text: `You noted: ${line(notes.join(' '), answerTokens / 2, nonce)}`, place: [at, 2] as const }];
  return [{ text: told, place: [at, 0] }, ...noted];
}

function sourcesOf({ answer, evidence }: PastTurn, at: number, { maxTokens, nonce }: SummaryOptions): Piece[] {
  return citedIn(answer, evidence)
    .slice(0, MAX_SOURCES)
    .map((source) => ({ text: fenceSource(source, cut(source.passage.text, maxTokens * SOURCE_SHARE), nonce), place: [at, 1] }));
}

function citedIn(answer: string, evidence: readonly Evidence[]): readonly Evidence[] {
  const numbers = citedNumbers(answer, (n) => evidence.some((entry) => entry.n === n));
  return evidence.filter(({ n }) => numbers.has(n));
}

function toldShortly({ question, answer }: PastTurn, { nonce }: SummaryOptions): string {
  const lead = leadOf(answer);
  const told = lead === '' ? '' : ` You: ${line(lead, MAX_LEAD_TOKENS, nonce)}`;
  return `Reader: ${line(question, MAX_QUESTION_TOKENS, nonce)}${told}`;
}

/** As much of an answer is looked at for its lead. In UTF-16 units. */
const MAX_LOOKED_AT = 2_000;

/** The first sentence that states something. Its numbers meant other sources than they would now. */
function leadOf(answer: string): string {
  const sentences = splitSentences(answer.slice(0, MAX_LOOKED_AT));
  const lead = sentences.find(({ isSubstantive }) => isSubstantive) ?? sentences[0];
  return (lead?.text ?? '').replace(/\[\d{1,4}\]/g, '');
}

function line(text: string, maxTokens: number, nonce: string): string {
  return cut(withoutNonce(text.slice(0, MAX_LINE), nonce).replace(/\s+/g, ' ').trim(), maxTokens);
}

/** In UTF-16 units. */
const MAX_LINE = 4_000;

function cut(text: string, maxTokens: number): string {
  const end = endWithin(text, { start: 0, end: text.length }, maxTokens);
  return end === text.length ? text : `${text.slice(0, end).trimEnd()}…`;
}
