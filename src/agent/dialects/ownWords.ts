/** What a model gets back of its own words: enough to know what it was about, in UTF-16 units. */
const MAX_WORDS = 1_000;

/** The beginning of what a model said, as text that any server takes. */
export function ownWords(text: string): string {
  return text.trim().slice(0, MAX_WORDS).toWellFormed();
}
