import type { RankingName } from '../model/passage';

/** What a query looks like, as far as it decides which ranking to believe. */
export type QueryShape = 'identifier' | 'cjk' | 'prose';

/** `FooBar`, `foo_bar`, `foo.bar()`, `--flag`, `src/x.ts`, `ERR_123`: one word with inner structure. */
const IDENTIFIER = /^[\w$@#~.:/\\-]*(?:[a-z\d][A-Z]|[\w)][_./:\\-][\w(]|^--?\w|[A-Z]{2,}\d|\(\))[\w$@#~.:/\\()-]*$/u;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** The shape of a query. */
export function queryShape(query: string): QueryShape {
  const trimmed = query.trim();
  const cjk = trimmed.match(CJK)?.length ?? 0;
  if (cjk * 3 >= trimmed.length) {
    return 'cjk';
  }
  return IDENTIFIER.test(trimmed) ? 'identifier' : 'prose';
}

/**
 * How much each ranking counts. Measured on public sets of prose and code: keyword and semantic rankings at 1:1 find more
 * in the first ten than either alone and than 1:3; the static table, the weaker judge, at half weight. The models know
 * few Chinese words, and not the names of a code base.
 */
export const RANKING_WEIGHTS: Readonly<Record<QueryShape, Readonly<Record<RankingName, number>>>> = {
  prose: { keyword: 1, static: 0.5, semantic: 1 },
  identifier: { keyword: 3, static: 0.5, semantic: 1 },
  cjk: { keyword: 4, static: 0.5, semantic: 0.5 },
};
