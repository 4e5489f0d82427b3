import type { Citation } from '../model/answer';
import { averageOf } from './retrievalMetrics';

/** Lines of a file, 1-based, both inclusive. */
export interface SourceLines {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** One thing that a right answer rests on. */
export interface AnswerNeed {
  /** What must be said, each in any of its wordings. */
  readonly facts: readonly (readonly string[])[];
  /** Where all of it stands; any one of them is enough. */
  readonly sources: readonly SourceLines[];
}

/** How an answer compares with what it needs; all in [0, 1]. */
export interface AnswerScore {
  /** 1 if any expected source is cited. */
  readonly cited: number;
  /** Share of the citations that overlap an expected source; 0 if nothing is cited. */
  readonly citationPrecision: number;
  /** Share of the needs of which a source is cited. */
  readonly citationRecall: number;
  /** Share of the facts that are said. */
  readonly facts: number;
}

/** Scores an answer by its citations and by its words. */
export function scoreAnswer(answer: string, citations: readonly Citation[], needs: readonly AnswerNeed[]): AnswerScore {
  const isRight = (citation: Citation) => needs.some(({ sources }) => sources.some((source) => overlaps(citation, source)));
  const isMet = ({ sources }: AnswerNeed) => sources.some((source) => citations.some((citation) => overlaps(citation, source)));
  const facts = needs.flatMap((need) => need.facts);
  return {
    cited: citations.some(isRight) ? 1 : 0,
    citationPrecision: averageOf(citations.map((citation) => (isRight(citation) ? 1 : 0))),
    citationRecall: averageOf(needs.map((need) => (isMet(need) ? 1 : 0))),
    facts: averageOf(facts.map((fact) => (states(answer, fact) ? 1 : 0))),
  };
}

function overlaps({ path, span }: Citation, source: SourceLines): boolean {
  return path === source.path && span.startLine <= source.endLine && span.endLine >= source.startLine;
}

/** True if a text says a fact in one of its wordings; case, line breaks and emphasis do not matter. */
export function states(text: string, wordings: readonly string[]): boolean {
  const said = plain(text);
  return wordings.some((wording) => said.includes(plain(wording)));
}

function plain(text: string): string {
  return text.replace(/\[\d+\]/gu, ' ').replace(/[*`]/gu, '').replace(/\s+/gu, ' ').toLowerCase();
}

/**
 * The lines of an answer, parted at its markers, that stand in none of the sources: what an answer made of extracts must
 * not have. Letters and digits are compared, so markup and what tells lists from tables do not matter; a link may be
 * shown as its text, and a trail of headings has each of them in the source.
 */
export function findForeign(answer: string, sources: readonly string[]): string[] {
  const said = sources.map(lettersOf);
  return answer
    .split(/\s*\[\d+\]| › |\r\n|\n/u)
    .filter((piece) => !/^(?:`{3,}|~{3,})/u.test(piece))
    .map((piece) => piece.replace(LIST_MARK, ''))
    .filter((piece) => !said.some((source) => source.includes(lettersOf(piece))));
}

/** Marks belong to the list, not to the sentence, which may be the second of its item. */
const LIST_MARK = /^\s*(?:[-*+]|\d+[.)])\s+/u;

function lettersOf(text: string): string {
  const words = text.replace(/\]\([^)\s]*\)/gu, ']').replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  return words === '' ? '' : ` ${words} `;
}

/** How well a yes-or-no decision was taken. */
export interface DecisionScore {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** Scores decisions against what was right. All are 0 where nothing was rightly decided for. */
export function scoreDecisions(decisions: readonly { readonly taken: boolean; readonly right: boolean }[]): DecisionScore {
  const both = decisions.filter(({ taken, right }) => taken && right).length;
  const taken = decisions.filter((decision) => decision.taken).length;
  const right = decisions.filter((decision) => decision.right).length;
  return both === 0
    ? { precision: 0, recall: 0, f1: 0 }
    : { precision: both / taken, recall: both / right, f1: (2 * both) / (taken + right) };
}
