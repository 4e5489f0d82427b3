/** Stands where a text was cut. */
export const TRUNCATED = '[TRUNCATED]';

/** Longest name that is repeated to a model, in UTF-16 units. */
const MAX_NAME = 100;

/**
 * A name that somebody else chose (a path, a heading, a tool that a model made up) as one quoted line, whatever it says: it
 * stands inside our own sentences, so it must not read like one of them.
 */
export function quote(name: string, maxLength = MAX_NAME): string {
  const line = name.slice(0, maxLength + 1).replace(/[\s\p{C}<>]+/gu, ' ').trim();
  return JSON.stringify(line.length > maxLength ? `${line.slice(0, maxLength).toWellFormed()}…` : line);
}

/** Several of them. */
export function quoteAll(names: readonly string[]): string {
  return names.map((name) => quote(name)).join(', ');
}
