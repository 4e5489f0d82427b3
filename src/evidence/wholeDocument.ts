import { estimateTokens } from '../chunking/estimateTokens';
import type { Passage } from '../model/passage';
import { cutPassage } from './cut';

/** Estimated tokens of a document that is read whole: twice what a search gives, for nothing else is read. */
const DOCUMENT_TOKENS = 6_000;

/** Less of a passage than this says hardly what it is about: of a longer document some passages are left out. */
const MIN_SHARE_TOKENS = 60;

/**
 * What is read of a document that was chosen: all of it where it fits, else the beginning of each passage, which is where
 * writers say what comes; of a very long one, passages from its whole length.
 *
 * @param passages - of one document, in its order.
 * @returns passages in the same order, each exactly its span of the file.
 */
export function readWhole(passages: readonly Passage[], maxTokens = DOCUMENT_TOKENS): Passage[] {
  const total = passages.reduce((sum, { text }) => sum + estimateTokens(text), 0);
  if (total <= maxTokens) {
    return [...passages];
  }
  const kept = spread(passages, Math.floor(maxTokens / MIN_SHARE_TOKENS));
  const share = Math.floor(maxTokens / Math.max(1, kept.length));
  const anything = { terms: [], weight: () => 0 };
  return kept.flatMap((passage) => (estimateTokens(passage.text) <= share ? passage : (cutPassage(passage, share, anything) ?? [])));
}

/** At most so many, evenly from the first on. */
function spread<T>(items: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, items.length / Math.max(1, most));
  return items.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}
