import type { Passage } from '../model/passage';
import { tellingTerms, terms } from '../util/terms';
import { lexicalSupport } from './lexicalSupport';
import { placeOf } from './sources';
import { termsOf } from './termWeights';
import { THRESHOLDS } from './thresholds';

/** What one call of a tool brought. */
export interface Search {
  /** What was searched for; the question itself for a document that was read by its name. */
  readonly query: string;
  /** Their relevance is that to this query; absent where nothing judged them. */
  readonly passages: readonly Passage[];
}

/** What all searches of a turn brought. */
export interface CommonEvidence {
  /** In the order found, repeats kept. Their relevance is what they are worth for the question. */
  readonly passages: readonly Passage[];
  /** What was searched for on the way that the question led, without the question itself. */
  readonly queries: readonly string[];
}

/** What fits a query that the question led to counts a little less than what fits the question. */
const LED_TO = 0.9;

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Puts what several searches found on one scale, that of the question. A passage can answer a question without being like
 * it: the second of two steps is about what the first one found. So what fits its own query counts nearly as much as what
 * fits the question, if the question led to that query: one of its telling terms is in the question, or in what such
 * queries found before. What another query found has strayed: it counts for what it has to do with the question, no more.
 *
 * A query in the other script than the question has no words to share with it. What it found in the workspace, which is
 * about its own matters, is taken as led to; of the web, which says something about everything, it is not.
 *
 * @param searches - in the order they were made.
 * @param toQuestion - relevance to the question by {@link placeOf}. Empty where nothing can judge: then words decide.
 */
export function commonRelevance(question: string, searches: readonly Search[], toQuestion: ReadonlyMap<string, number>): CommonEvidence {
  const known = new Set(tellingTerms(question));
  const found: Passage[] = [];
  const queries = new Set<string>();
  for (const { query, passages } of searches) {
    const isLedTo = query === question || known.size === 0 || tellingTerms(query).some((term) => known.has(term));
    const isOtherScript = EAST_ASIAN.test(query) !== EAST_ASIAN.test(question);
    for (const passage of passages) {
      const asked = toQuestion.get(placeOf(passage)) ?? (query === question ? passage.relevance : undefined);
      if (isLedTo || (isOtherScript && passage.origin?.kind !== 'web')) {
        const led = withRelevance(passage, ledTo(passage.relevance, asked));
        found.push(led);
        queries.add(query);
        wordsOf(led).forEach((word) => known.add(word));
      } else {
        found.push(...strayed(passage, asked, question));
      }
    }
  }
  queries.delete(question);
  return { passages: found, queries: [...queries] };
}

/** @returns nothing for what only the question can be held against, and does not fit: it is taken behind what was judged. */
function ledTo(own: number | undefined, asked: number | undefined): number | undefined {
  if (own === undefined) {
    return asked !== undefined && asked >= THRESHOLDS.relevance.noise ? asked : undefined;
  }
  return Math.max(asked ?? 0, LED_TO * own);
}

/** Where nothing can judge, it has to have a word of the question: that it is near to its own query says nothing. */
function strayed(passage: Passage, asked: number | undefined, question: string): Passage[] {
  const { similarity: _, ...rest } = passage;
  const isAbout = asked !== undefined || lexicalSupport(question, [passage]).together > 0;
  return isAbout ? [withRelevance(rest, asked)] : [];
}

/** The passage with another relevance, or with none. */
export function withRelevance({ relevance: _, ...passage }: Passage, relevance: number | undefined): Passage {
  return relevance === undefined ? passage : { ...passage, relevance };
}

/** What a later query may take up: also the name of the file, but not its folders and its ending, which many share. */
function wordsOf(passage: Passage): string[] {
  const isNoise = (passage.relevance ?? 1) < THRESHOLDS.relevance.noise;
  const name = passage.path.replace(/^.*\//u, '').replace(/\.\w*$/u, '');
  return isNoise ? [] : [...termsOf(passage), ...terms(name)];
}
