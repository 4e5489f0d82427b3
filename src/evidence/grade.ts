import type { Grade } from '../model/evidence';
import type { Passage } from '../model/passage';
import { lexicalSupport } from './lexicalSupport';

/** Passages that the grade looks at: an answer rests on the best few, not on the tail. */
const TOP = 3;

/**
 * Cosines of question and passage. Pairs with the same meaning average .58 with the semantic model and .45 with the
 * static one, unrelated pairs .09 and .06; a short question and a long passage lie lower than two like sentences.
 */
const STRONG_SIMILARITY = 0.45;
const WEAK_SIMILARITY = 0.3;

/** Two of three telling terms in one passage read as "about this"; one of two is chance. */
const STRONG_SHARE = 0.66;
const WEAK_SHARE = 0.5;

/** A cosine alone is believed only if the passages also share some word with the question. */
const SOME_SHARE = 0.34;

/**
 * How well the evidence fits the question, from the best cosine and from the share of the question's telling terms that
 * the best passages contain. Either may fail alone (a paraphrase shares no words, the vectors know no names), so one
 * strong sign is enough unless the other contradicts it.
 *
 * @param passages - best first.
 */
export function gradeEvidence(question: string, passages: readonly Passage[]): Grade {
  const top = passages.slice(0, TOP);
  if (top.length === 0) {
    return 'LOW';
  }
  const { perPassage, together } = lexicalSupport(question, top);
  const share = Math.max(...perPassage);
  const similarity = Math.max(...top.map((passage) => passage.similarity ?? -1));
  const isFirst = top.some(({ ranks }) => ranks.keyword === 1);
  if ((similarity >= STRONG_SIMILARITY && together >= SOME_SHARE) || (share >= STRONG_SHARE && (similarity >= WEAK_SIMILARITY || isFirst))) {
    return 'HIGH';
  }
  return similarity < WEAK_SIMILARITY && share <= WEAK_SHARE ? 'LOW' : 'AMBIGUOUS';
}
