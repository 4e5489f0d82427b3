import { tellingTerms, terms } from '../util/terms';
import type { QueryShape } from './queryShape';

/** What speaks for a passage. */
export interface RelevanceSigns {
  /** Cosine plus token similarity, in [-2, 2]. */
  readonly model: number;
  /** Its keyword score as a share of the best one for this query, in [0, 1]. */
  readonly keyword: number;
  /** Share of the query's telling terms that it contains, in [0, 1]. */
  readonly share: number;
}

type Weights = Readonly<Record<keyof RelevanceSigns | 'bias', number>>;

/**
 * Fitted by logistic regression on 600 questions to public sets of code, English and Chinese prose, half of them asked of
 * the wrong set: the first five passages of each, relevant or not. Of English passages given .1, .3, .6 and .9, .1, .35, .55
 * and .9 are relevant; the words in common add nothing there. To an English model all Chinese text is alike, so there the
 * words decide; that row lies between two fits, its bias set by 50 questions about the texts of the golden set: of 25 that
 * these answer, one is below .2, of 25 others about the same subjects four are above.
 */
const WEIGHTS: Readonly<Record<'spaced' | 'cjk', Weights>> = {
  spaced: { model: 5.2, keyword: 3.4, share: 0, bias: -8.7 },
  cjk: { model: 1, keyword: 1.5, share: 11, bias: -9.4 },
};

/** How probably a passage has to do with a query, in (0, 1): the logistic function of the weighted signs. */
export function relevanceOf(signs: RelevanceSigns, shape: QueryShape): number {
  const { model, keyword, share, bias } = WEIGHTS[shape === 'cjk' ? 'cjk' : 'spaced'];
  return 1 / (1 + Math.exp(-(bias + model * signs.model + keyword * signs.keyword + share * signs.share)));
}

const HAN = /\p{Script=Han}/u;

/** A text of another script can say what a Chinese word says, in words that nobody finds here: the word counts this much. */
const UNCOMPARABLE = 0.3;

/** Tells the share of a query's telling terms that a text contains, in [0, 1]; 0 where the query has none. */
export function termShare(query: string): (text: string) => number {
  const wanted = tellingTerms(query);
  return (text) => {
    const found = new Set(terms(text));
    const isComparable = HAN.test(text);
    const weight = (some: readonly string[]) => some.reduce((sum, term) => sum + (isComparable || !HAN.test(term) ? 1 : UNCOMPARABLE), 0);
    return wanted.length === 0 ? 0 : weight(wanted.filter((term) => found.has(term))) / weight(wanted);
  };
}
