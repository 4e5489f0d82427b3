import type { Grade } from '../model/evidence';
import { MarkerStream } from './markers';
import { splitSentences } from '../util/sentences';

/** How much of an answer rests on evidence. */
export interface Coverage {
  /** Sentences that state something. */
  readonly sentences: number;
  /** Those with at least one valid citation. */
  readonly cited: number;
  /** `cited / sentences`, in [0, 1]; absent where the answer states nothing. */
  readonly share?: number;
}

/** The known numbers that a piece of Markdown cites outside code, links and math. */
export function citedNumbers(markdown: string, known: (n: number) => boolean): ReadonlySet<number> {
  const stream = new MarkerStream(known);
  stream.push(markdown);
  stream.end();
  return stream.cited;
}

/** Counts the cited sentences of a finished answer. */
export function measureCoverage(answer: string, known: (n: number) => boolean): Coverage {
  const sentences = splitSentences(answer).filter(({ isSubstantive }) => isSubstantive);
  const cited = sentences.filter(({ text }) => citedNumbers(text, known).size > 0).length;
  const counts = { sentences: sentences.length, cited };
  return sentences.length === 0 ? counts : { ...counts, share: cited / sentences.length };
}

/** Trust in an answer, in [0, 1]: the score of the best evidence, less what the answer states without citing. */
export function confidenceOf({ share }: Coverage, topScore: number): number {
  const clamp = (value: number) => Math.min(1, Math.max(0, value));
  return clamp(share ?? 1) * clamp(topScore);
}

/** True for an answer that states something, cites nothing, and had only weak evidence: the reader is warned. */
export function isUngrounded({ share }: Coverage, grade: Grade): boolean {
  return share === 0 && grade === 'LOW';
}
