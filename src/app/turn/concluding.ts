import { citedNumbers, confidenceOf, isUngrounded, measureCoverage } from '../../answer/coverage';
import { findUnsupported } from '../../answer/fidelity';
import type { FoundPassage } from '../../answer/findCited';
import { findCited } from '../../answer/findCited';
import type { PartOfPassage } from '../../answer/supporting';
import { supportingParts } from '../../answer/supporting';
import type { Citation } from '../../model/answer';
import type { Evidence } from '../../model/evidence';
import type { Passage } from '../../model/passage';
import type { ChatModel } from '../../model/ports';
import type { TurnOutcome } from '../../model/turn';
import { defined } from '../../util/defined';
import type { DocumentIndex } from '../documentIndex';

/** A written answer, before it is measured. */
export interface WrittenTurn extends Omit<TurnOutcome, 'citations' | 'coverage' | 'confidence' | 'unsupported' | 'isUngrounded' | 'stopReason' | 'model'> {
  /** Results that belong to the answer although no passage says them. */
  readonly computed: readonly string[];
  /** What an extract quotes. */
  readonly quoted?: readonly PartOfPassage[];
}

/** Measures an answer and reads each cited passage again: what is shown as a citation was just looked up. */
export async function concludeTurn(written: WrittenTurn, index: DocumentIndex, model: ChatModel | undefined): Promise<TurnOutcome> {
  const { answer, evidence, grade, computed, quoted, ...told } = written;
  const passageOf = (n: number) => evidence.find((entry) => entry.n === n)?.passage;
  const coverage = measureCoverage(answer, (n) => passageOf(n) !== undefined);
  const citations = await checkCited(written, index);
  return {
    ...told,
    answer,
    evidence,
    grade,
    citations,
    // An answer of nothing but code or a table states no sentence: its citation covers it.
    coverage: coverage.share ?? Number(citations.length > 0),
    confidence: confidenceOf(coverage, bestScore(evidence)),
    // An extract is quoted word for word: there is nothing in it that its lines do not say.
    unsupported: model === undefined ? [] : findUnsupported(answer, (n) => withComputed(passageOf(n), computed, told.question)),
    isUngrounded: isUngrounded(coverage, grade),
    stopReason: 'answered',
    ...(model === undefined ? {} : { model: model.name }),
  };
}

/** In whatever order they were admitted; fused scores only where nothing was judged. */
function bestScore(evidence: readonly Evidence[]): number {
  const judged = evidence.flatMap(({ passage: { relevance } }) => relevance ?? []);
  return Math.max(0, ...(judged.length > 0 ? judged : evidence.map(({ passage: { score } }) => score)));
}

/** A calculated number is in no passage, and need not be; nor one that the question gave to calculate with. */
function withComputed(passage: Passage | undefined, computed: readonly string[], question: string): Passage | undefined {
  return passage === undefined || computed.length === 0 ? passage : { ...passage, text: [passage.text, question, ...computed].join('\n\n') };
}

/** In the order of their numbers. */
async function checkCited(written: WrittenTurn, index: DocumentIndex): Promise<Citation[]> {
  const { answer, evidence } = written;
  const numbers = citedNumbers(answer, (n) => evidence.some((entry) => entry.n === n));
  const cited = evidence.filter(({ n }) => numbers.has(n)).toSorted((a, b) => a.n - b.n);
  const support = supportingParts({ ...written, evidence: cited });
  return Promise.all(cited.map(async ({ n, passage }): Promise<Citation> => ({
    n, headings: passage.headings, ...(await locate(passage, index)), quote: passage.text,
    ...defined({ origin: passage.origin, support: support.get(n) }),
  })));
}

/** Pages and notes are not looked up again: they are cited as they were read. */
async function locate(passage: Passage, index: DocumentIndex): Promise<FoundPassage> {
  const { path, origin, span } = passage;
  return origin === undefined ? findCited(passage, path, index) : { path, check: 'verified', span };
}
