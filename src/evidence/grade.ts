import type { Grade } from '../model/evidence';
import type { Passage } from '../model/passage';
import { lexicalSupport } from './lexicalSupport';
import { THRESHOLDS } from './thresholds';

/** Passages that the grade looks at: an answer rests on the best few, not on the tail. */
const TOP = 3;

/**
 * How well the evidence fits the question: by the probability that a reranker gave the best passages, or, where none was
 * asked, by their words and vectors.
 *
 * @param passages - best first.
 */
export function gradeEvidence(question: string, passages: readonly Passage[]): Grade {
  const top = passages.slice(0, TOP);
  if (top.length === 0) {
    return 'LOW';
  }
  const judged = top.flatMap(({ relevance }) => relevance ?? []);
  return judged.length > 0 ? gradeByRelevance(Math.max(...judged)) : gradeBySigns(question, top);
}

function gradeByRelevance(best: number): Grade {
  const { high, low } = THRESHOLDS.relevance;
  return best >= high ? 'HIGH' : best < low ? 'LOW' : 'AMBIGUOUS';
}

/**
 * The best cosine, and the share of the question's telling terms that the best passages contain. Either may fail alone (a
 * paraphrase shares no words, the vectors know no names), so one strong sign is enough unless the other contradicts it.
 */
function gradeBySigns(question: string, top: readonly Passage[]): Grade {
  const { similarity: cosine, share: terms } = THRESHOLDS;
  const { perPassage, together } = lexicalSupport(question, top);
  const share = Math.max(...perPassage);
  const similarity = Math.max(...top.map((passage) => passage.similarity ?? -1));
  const isFirst = top.some(({ ranks }) => ranks.keyword === 1);
  if ((similarity >= cosine.high && together >= terms.some) || (share >= terms.high && (similarity >= cosine.low || isFirst))) {
    return 'HIGH';
  }
  return similarity < cosine.low && share <= terms.low ? 'LOW' : 'AMBIGUOUS';
}
