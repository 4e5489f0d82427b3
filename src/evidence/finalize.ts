import type { Grade, SourceCounts } from '../model/evidence';
import type { Passage } from '../model/passage';
import { estimateTokens } from '../chunking/estimateTokens';
import { groupBy } from '../util/groupBy';
import { tellingTerms } from '../util/terms';
import type { Wanted } from './cut';
import { cutPassage } from './cut';
import { selectDiverse } from './diversity';
import { gradeEvidence } from './grade';
import type { ReadText } from './merge';
import { mergePassages } from './merge';
import { withoutNoise } from './noise';
import { commonScale } from './scale';
import { countSources, placeOf } from './sources';
import { termsOf, weighTerms } from './termWeights';

/** How {@link finalizeEvidence} decides. */
export interface FinalizeOptions {
  readonly question: string;
  /** What else was searched for on the way to the answer: where a passage is cut, its words are looked for too. */
  readonly queries?: readonly string[];
  /** Whole files for merging; without it nothing is merged. */
  readonly readText?: ReadText;
  /** Estimated tokens that all passages together may take. Default {@link DEFAULT_EVIDENCE_TOKENS}. */
  readonly maxTokens?: number;
  /** Default {@link DEFAULT_EVIDENCE_COUNT}. */
  readonly maxPassages?: number;
}

/** What an answer is written from. */
export interface FinalEvidence {
  /** Best first. */
  readonly passages: readonly Passage[];
  readonly grade: Grade;
  readonly counts: SourceCounts;
  /** True only if there is no passage at all: weak evidence is still answered from. */
  readonly needsFallback: boolean;
}

/** Room for evidence in a small model's window of 8,000 tokens, beside rules, history and the answer. */
export const DEFAULT_EVIDENCE_TOKENS = 3_000;

/** More sources than a reader checks; beyond eight, models also begin to lose the middle ones. */
export const DEFAULT_EVIDENCE_COUNT = 8;

/** Less room than this holds hardly a statement: a passage is rather left out than cut to it. */
const MIN_CUT_TOKENS = 40;

/**
 * Turns everything that the searches of a turn found into the evidence of its answer: without repeats and noise,
 * neighbours merged, on one scale, chosen for what they add to each other, and cut to the budget.
 *
 * @returns no passage only if nothing that has to do with the question is left. The passages are within the budget,
 * unless the best one holds no sentence that is: then it is there alone.
 */
export function finalizeEvidence(passages: readonly Passage[], options: FinalizeOptions): FinalEvidence {
  // Whoever found the passages may go on working with them.
  const own = structuredClone(passages);
  const relevant = withoutNoise(dedupe(own), options.question);
  const merged = options.readText === undefined ? relevant : mergePassages(relevant, options.readText);
  const value = commonScale(merged);
  const ordered = merged.toSorted((a, b) => value(b) - value(a));
  const selected = selectDiverse(ordered, {
    value,
    count: options.maxPassages ?? DEFAULT_EVIDENCE_COUNT,
    admit: withinBudget(options.maxTokens ?? DEFAULT_EVIDENCE_TOKENS, wantedOf([options.question, ...(options.queries ?? [])], ordered)),
  });
  const final = selected.length === 0 ? ordered.slice(0, 1) : selected.toSorted((a, b) => value(b) - value(a));
  return {
    passages: final,
    grade: gradeEvidence(options.question, final),
    counts: countSources(final),
    needsFallback: final.length === 0,
  };
}

/** Keeps one passage of each place, and one of each content, in whatever file or search they were found. */
function dedupe(passages: readonly Passage[]): Passage[] {
  return bestOfEach(bestOfEach(passages, placeOf), ({ key }) => key);
}

function bestOfEach(passages: readonly Passage[], nameOf: (passage: Passage) => string): Passage[] {
  const value = commonScale(passages);
  return groupBy(passages, nameOf).flatMap((same) => same.toSorted(
    // A file can be looked up again later, a page cannot.
    (a, b) => Number(a.origin !== undefined) - Number(b.origin !== undefined) || value(b) - value(a),
  ).slice(0, 1));
}

function wantedOf(queries: readonly string[], passages: readonly Passage[]): Wanted {
  return { terms: [...new Set(queries.flatMap(tellingTerms))], weight: weighTerms(passages.map(termsOf)) };
}

/** Takes passages while there is room: whole if they fit, else cut to what fits. */
function withinBudget(maxTokens: number, wanted: Wanted): (passage: Passage) => Passage | undefined {
  let room = maxTokens;
  return (passage) => {
    const fits = estimateTokens(passage.text) <= room;
    const kept = fits ? passage : room < MIN_CUT_TOKENS ? undefined : cutPassage(passage, room, wanted);
    room -= kept === undefined ? 0 : estimateTokens(kept.text);
    return kept;
  };
}
