import type { Passage } from '../model/passage';
import type { Value } from './scale';
import { sourceOf } from './sources';
import type { TermWeight } from './termWeights';
import { termsOf, totalWeight, weighTerms } from './termWeights';

/**
 * How much fitting the question counts against saying something new, in [0, 1]. The authors take .7 for a reader who is
 * after one thing and .3 for one who looks around. Measured on the golden set, whose files repeat little: from .8 up no
 * source is lost that is there without diversity; .7 and less lose one or two of 79.
 */
const LAMBDA = 0.8;

/** What the same place adds to the likeness of two passages: it is also new to look elsewhere. Words weigh more. */
const SAME_SOURCE = 0.1;
const SAME_SECTION = 0.2;

/** How {@link selectDiverse} chooses. */
export interface Selection {
  readonly value: Value;
  /** Passages to choose, at most. */
  readonly count: number;
  /** What is kept of a chosen passage; nothing if there is no room for it. */
  readonly admit: (passage: Passage) => Passage | undefined;
}

/**
 * Chooses passages one by one, each time the one of greatest `λ·value − (1 − λ)·redundancy` to those already chosen.
 *
 * Source: Carbonell and Goldstein, "The Use of MMR, Diversity-Based Reranking for Reordering Documents and Producing
 * Summaries", SIGIR 1998.
 *
 * @returns what was kept of them, in the order of choice.
 */
export function selectDiverse(passages: readonly Passage[], { value, count, admit }: Selection): Passage[] {
  const profiles = passages.map((passage) => ({ passage, terms: termsOf(passage) }));
  const weight = weighTerms(profiles.map(({ terms }) => terms));
  let left = profiles.map((profile) => ({ profile, value: value(profile.passage), redundancy: 0 }));
  const chosen: Passage[] = [];
  while (left.length > 0 && chosen.length < count) {
    const best = left.reduce((a, b) => (marginal(b) > marginal(a) ? b : a));
    left = left.filter((candidate) => candidate !== best);
    const kept = admit(best.profile.passage);
    if (kept !== undefined) {
      chosen.push(kept);
      left = left.map((candidate) => ({
        ...candidate,
        redundancy: Math.max(candidate.redundancy, redundancyOf(candidate.profile, best.profile, weight)),
      }));
    }
  }
  return chosen;
}

function marginal({ value, redundancy }: { readonly value: number; readonly redundancy: number }): number {
  return LAMBDA * value - (1 - LAMBDA) * redundancy;
}

interface Profile {
  readonly passage: Passage;
  readonly terms: ReadonlySet<string>;
}

/** How much of a passage one has read who read the other, in [0, 1]: the share of its terms by weight, and its place. */
function redundancyOf(candidate: Profile, chosen: Profile, weight: TermWeight): number {
  const shared = [...candidate.terms].filter((term) => chosen.terms.has(term));
  const share = totalWeight(shared, weight) / Math.max(totalWeight(candidate.terms, weight), Number.MIN_VALUE);
  return 1 - (1 - share) * (1 - nearness(candidate.passage, chosen.passage));
}

function nearness(a: Passage, b: Passage): number {
  if (sourceOf(a) !== sourceOf(b)) {
    return 0;
  }
  return JSON.stringify(a.headings) === JSON.stringify(b.headings) ? SAME_SECTION : SAME_SOURCE;
}
