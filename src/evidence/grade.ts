import type { Grade } from '../model/evidence';
import type { Passage } from '../model/passage';
import { detectLanguage } from '../util/language';
import { lexicalSupport } from './lexicalSupport';
import { THRESHOLDS } from './thresholds';

/** Passages that the grade looks at: an answer rests on the best few, not on the tail. */
const TOP = 3;

/**
 * How well the evidence fits the question: by the probability that a reranker gave the best passages, or, where none was
 * asked, by their words and vectors. A question about a name that no passage has is a weak match whatever they say.
 *
 * @param passages - best first.
 */
export function gradeEvidence(question: string, passages: readonly Passage[]): Grade {
  const top = passages.slice(0, TOP);
  if (top.length === 0) {
    return 'LOW';
  }
  if (isAboutUnknownName(question, passages)) {
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

/** What is no word of a language: `in code`, TW-3007, with_underscores, inCamelCase. Hyphens alone also join words. */
const NAME = /`([^`\n]{2,80})`|\b[A-Za-z]+[-_]?\d[\w.-]*\w|\b\w+_\w+|\b[a-z]+[A-Z]\w*/g;

/** In a Chinese sentence a Latin word is a name too: `Excel`, `webhook`. */
const LATIN_WORD = /[A-Za-z][\w+#.-]*\w/g;

/** True if the question names something by a name, and none of its names stands anywhere in the passages. */
function isAboutUnknownName(question: string, passages: readonly Passage[]): boolean {
  const words = detectLanguage(question) === 'zh' ? question.match(LATIN_WORD) ?? [] : [];
  const names = [...Array.from(question.matchAll(NAME), ([whole, code]) => code ?? whole), ...words].map((name) => name.toLowerCase());
  const found = passages.map(({ path, headings, text }) => [path, ...headings, text].join('\n').toLowerCase());
  return names.length > 0 && !names.some((name) => found.some((text) => text.includes(name)));
}
