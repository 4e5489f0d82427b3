import { STOP_WORDS } from './stopWords';
import { tokenize } from './tokenize';

/** A pasted error or paragraph has hundreds of words; the rare ones find what the others would only slow down. */
const MAX_TERMS = 24;

const STOP_TOKENS: ReadonlySet<string> = new Set(STOP_WORDS.flatMap(tokenize));

/**
 * The terms that a query asks for, without repeats: no stop words unless there is nothing else, and of many terms the
 * rarest.
 *
 * @param frequency - in how many documents a term stands; terms that stand in none are left out.
 */
export function queryTerms(query: string, frequency: (term: string) => number): string[] {
  const all = [...new Set(tokenize(query))];
  const telling = all.filter((term) => !STOP_TOKENS.has(term));
  const known = (telling.length > 0 ? telling : all)
    .map((term) => ({ term, documents: frequency(term) }))
    .filter(({ documents }) => documents > 0);
  return known
    .sort((a, b) => a.documents - b.documents)
    .slice(0, MAX_TERMS)
    .map(({ term }) => term);
}
