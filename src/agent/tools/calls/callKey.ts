/**
 * A name that is equal for calls of a tool that are the same but for how they are written.
 *
 * @param query - the text among the arguments that passages are looked up by: case, spacing and punctuation around its words
 * do not matter. Everything else is compared as it is.
 */
export function callKey(tool: string, input: unknown, query: string | undefined): string {
  const named = typeof input === 'object' && input !== null ? Object.entries(input) : [];
  const entries = named.filter(([, value]) => value !== undefined).map(([name, value]) => [name, value === query ? foldQuery(query ?? '') : (value as unknown)]);
  return JSON.stringify([tool, entries.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))]);
}

/** Sentence punctuation and quotes: inside a word (`app.config`, `don't`) they tell words apart, elsewhere they do not. */
const PUNCTUATION = /(?<![\p{L}\p{N}])['"“”‘’`.,;:!?、。…·()[\]{}<>«»「」『』《》【】—–-]+|['"“”‘’`.,;:!?、。…·()[\]{}<>«»「」『』《》【】—–-]+(?![\p{L}\p{N}])/gu;

function foldQuery(query: string): string {
  return query
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=\p{Script=Han})\p{P}+|\p{P}+(?=\p{Script=Han})/gu, ' ')
    .replace(PUNCTUATION, ' ')
    .replace(/\s+/g, ' ')
    .replace(/(?<=\p{Script=Han}) | (?=\p{Script=Han})/gu, '')
    .trim();
}
