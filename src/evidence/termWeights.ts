import type { Passage } from '../model/passage';
import { terms } from '../util/terms';

/** How much a term tells, above 0. */
export type TermWeight = (term: string) => number;

/** What a passage is about. */
export function termsOf({ headings, text }: Passage): ReadonlySet<string> {
  return new Set(terms([...headings, text].join('\n')));
}

/** Weighs terms by how few of the texts have them: what all say, the words of the question above all, tells none apart. */
export function weighTerms(texts: readonly ReadonlySet<string>[]): TermWeight {
  const frequency = new Map<string, number>();
  for (const term of texts.flatMap((set) => [...set])) {
    frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  return (term) => Math.log(1 + texts.length / (frequency.get(term) ?? 1));
}

/** The weight of all the terms together. */
export function totalWeight(set: Iterable<string>, weight: TermWeight): number {
  return Array.from(set, weight).reduce((sum, one) => sum + one, 0);
}
