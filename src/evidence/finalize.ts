import type { Passage } from '../model/passage';
import { estimateTokens } from '../chunking/estimateTokens';
import { lexicalSupport } from './lexicalSupport';
import type { ReadText } from './merge';
import { mergePassages } from './merge';

/** How {@link finalizeEvidence} decides. */
export interface FinalizeOptions {
  readonly question: string;
  /** Whole files for merging; without it nothing is merged. */
  readonly readText?: ReadText;
  /** Estimated tokens that all passages together may take. Default {@link DEFAULT_EVIDENCE_TOKENS}. */
  readonly maxTokens?: number;
  /** Default {@link DEFAULT_EVIDENCE_COUNT}. */
  readonly maxPassages?: number;
}

/** Room for evidence in a small model's window of 8,000 tokens, beside rules, history and the answer. */
export const DEFAULT_EVIDENCE_TOKENS = 3_000;

/** More sources than a reader checks; beyond eight, models also begin to lose the middle ones. */
export const DEFAULT_EVIDENCE_COUNT = 8;

/**
 * A vector ranking names a nearest passage for every question, related or not. Below this cosine, and without a single
 * telling word in common, it is noise (measured: unrelated pairs average .09 with the semantic model, .06 with the static).
 */
const NOISE_SIMILARITY = 0.2;

/**
 * Turns everything that the searches of a turn found into the evidence of its answer: without repeats and noise,
 * neighbours merged, best first, within the budget.
 *
 * @returns empty only if nothing that has to do with the question is left; otherwise at least one passage.
 */
export function finalizeEvidence(passages: readonly Passage[], options: FinalizeOptions): Passage[] {
  const relevant = dropNoise(dedupe(passages), options.question);
  const merged = options.readText === undefined ? relevant : mergePassages(relevant, options.readText);
  const ordered = merged.toSorted((a, b) => b.score - a.score);
  return cut(ordered, options.maxTokens ?? DEFAULT_EVIDENCE_TOKENS, options.maxPassages ?? DEFAULT_EVIDENCE_COUNT);
}

/** Keeps the best of the passages with equal content, in whatever file or search they were found. */
function dedupe(passages: readonly Passage[]): Passage[] {
  const best = new Map<string, Passage>();
  for (const passage of passages) {
    const known = best.get(passage.key);
    if (known === undefined || passage.score > known.score) {
      best.set(passage.key, passage);
    }
  }
  return [...best.values()];
}

function dropNoise(passages: readonly Passage[], question: string): Passage[] {
  const { perPassage } = lexicalSupport(question, passages);
  return passages.filter(({ similarity }, at) => (perPassage[at] ?? 0) > 0 || (similarity ?? 1) >= NOISE_SIMILARITY);
}

/** Takes passages in order while they fit; one that does not fit is passed over for smaller ones. */
function cut(ordered: readonly Passage[], maxTokens: number, maxPassages: number): Passage[] {
  const taken: Passage[] = [];
  let tokens = 0;
  for (const passage of ordered) {
    const cost = estimateTokens(passage.text);
    if (taken.length > 0 && (taken.length >= maxPassages || tokens + cost > maxTokens)) {
      continue;
    }
    taken.push(passage);
    tokens += cost;
  }
  return taken;
}
