import type { Passage } from '../model/passage';
import { tellingTerms, terms } from '../util/terms';

/** Share of a question's telling terms that each text contains. */
export interface LexicalSupport {
  /** In [0, 1], one for each passage; 0 where the question has no telling term. */
  readonly perPassage: readonly number[];
  /** Share of the terms that any of the passages contains, in [0, 1]. */
  readonly together: number;
}

/** How much of what a question names is said in the passages: their headings, paths and text. */
export function lexicalSupport(question: string, passages: readonly Passage[]): LexicalSupport {
  const wanted = tellingTerms(question);
  const share = (found: ReadonlySet<string>) =>
    wanted.length === 0 ? 0 : wanted.filter((term) => found.has(term)).length / wanted.length;
  const sets = passages.map(({ path, headings, text }) => new Set(terms([path, ...headings, text].join('\n'))));
  return { perPassage: sets.map(share), together: share(new Set(sets.flatMap((set) => [...set]))) };
}
