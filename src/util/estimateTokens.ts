/** Characters that a tokenizer spends about one token on each. */
const WIDE = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]|[\ud800-\udbff][\udc00-\udfff]/g;

/** Characters of Latin text and code in one token, on the average of the common tokenizers. */
const CHARS_PER_TOKEN = 4;

/**
 * About how many tokens a language model would count, without its tokenizer: one for each East Asian character or emoji,
 * one for each four other characters. Within a third of the true count on prose and code.
 */
export function estimateTokens(text: string): number {
  let wide = 0;
  let units = 0;
  for (const match of text.matchAll(WIDE)) {
    wide++;
    units += match[0].length;
  }
  return wide + Math.ceil((text.length - units) / CHARS_PER_TOKEN);
}
