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

/** Fitted by logistic regression. */
const WEIGHTS: Readonly<Record<'known' | 'cjk', Weights>> = {
  known: { model: 4, keyword: 1.5, share: 2, bias: -6 },
  cjk: { model: 2, keyword: 2, share: 4, bias: -5 },
};

/** How probably a passage has to do with a query, in (0, 1): the logistic function of the weighted signs. */
export function relevanceOf(signs: RelevanceSigns, shape: QueryShape): number {
  const { model, keyword, share, bias } = WEIGHTS[shape === 'cjk' ? 'cjk' : 'known'];
  return 1 / (1 + Math.exp(-(bias + model * signs.model + keyword * signs.keyword + share * signs.share)));
}

/** The share of a query's telling terms that a text contains, in [0, 1]; 0 where the query has none. */
export function shareOfTerms(query: string, text: string): number {
  const wanted = tellingTerms(query);
  const found = new Set(terms(text));
  return wanted.length === 0 ? 0 : wanted.filter((term) => found.has(term)).length / wanted.length;
}
