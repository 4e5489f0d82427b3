import type { Passage } from '../model/passage';
import { tellingTerms, terms } from '../util/terms';

/** A text says a thing in passing once; one that is about it comes back to it. */
const ABOUT = 2;

/** The target of a link, a path, an address: a list of them says where things are, and is about none of them. */
const POINTER = /\]\([^)\n]{0,400}\)|(?<![^\s()[\]<>])[^\s()[\]<>/\\]*[/\\][^\s()[\]<>]*/g;

/**
 * The focuses that nothing was looked up for: named by no query of their own, and no passage is about them. A query that
 * names several focuses at once counts for none of them, and a mention in passing does not count either: both are how one
 * side of a comparison goes missing.
 */
export function missingFocuses(focuses: readonly string[], queries: readonly string[], held: readonly Passage[]): string[] {
  const wanted = focuses.map((focus) => ({ focus, terms: tellingTerms(focus) })).filter((one) => one.terms.length > 0);
  if (wanted.length === 0) {
    return [];
  }
  const asked = queries.map((query) => new Set(terms(query)));
  const texts = held.map(({ path, headings, text }) => ({ title: countTerms([path, ...headings].join('\n')), text: countTerms(text.replace(POINTER, ' ')) }));
  return wanted.flatMap(({ focus, terms: own }) => {
    const others = wanted.map((one) => one.terms).filter((other) => !other.every((term) => own.includes(term)));
    const isAsked = asked.some((query) => hasAll(query, own) && !others.some((other) => hasAll(query, other)));
    const isHeld = texts.some(({ title, text }) => mentions(title, own) > 0 || isAbout(text, own, others));
    return isAsked || isHeld ? [] : [focus];
  });
}

type Counts = ReadonlyMap<string, number>;

function isAbout(text: Counts, own: readonly string[], others: readonly (readonly string[])[]): boolean {
  const times = mentions(text, own);
  return times >= ABOUT && others.every((other) => mentions(text, other) <= times);
}

function hasAll(text: ReadonlySet<string>, wanted: readonly string[]): boolean {
  return wanted.every((term) => text.has(term));
}

/** How often a text has all of the terms, at most. */
function mentions(text: Counts, wanted: readonly string[]): number {
  return Math.min(...wanted.map((term) => text.get(term) ?? 0));
}

function countTerms(text: string): Counts {
  const counts = new Map<string, number>();
  for (const term of terms(text)) {
    counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}
