/**
 * How uncased BERT cleans text and cuts it into words, before WordPiece cuts words into tokens.
 *
 * Source: Devlin et al., "BERT: Pre-training of Deep Bidirectional Transformers", NAACL 2019, BasicTokenizer of the
 * published code. The marker names of special tokens, such as `[CLS]`, are ordinary text here.
 */

/** Text that needs no cleaning but lower-casing: by far the most common case. */
const PLAIN = /^[\t\n\r -~]*$/;
/** Control, format, private, unassigned and lone surrogate characters, and the replacement character. */
const NOISE = /(?![\t\n\r])[\p{C}\uFFFD]/gu;
const MARKS = /\p{Mn}/gu;

/** ASCII symbols count as punctuation, other symbols (arrows, emoji) as parts of words: so the model was trained. */
const PUNCTUATION = '!-\\/:-@\\[-`\\{-~\\p{P}';
const IDEOGRAPHS =
  '\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uF900-\\uFAFF\\u{20000}-\\u{2A6DF}\\u{2A700}-\\u{2CEAF}\\u{2F800}-\\u{2FA1F}';
const WORD = new RegExp(`[${PUNCTUATION}${IDEOGRAPHS}]|[^\\p{White_Space}${PUNCTUATION}${IDEOGRAPHS}]+`, 'gu');

/** Drops noise and accents and lower-cases. */
function cleanText(text: string): string {
  if (PLAIN.test(text)) {
    return text.toLowerCase();
  }
  return text.replace(NOISE, '').normalize('NFD').replace(MARKS, '').toLowerCase();
}

/** The words of a text, lazily: runs of letters and symbols, and every punctuation mark and ideograph for itself. */
export function* splitWords(text: string): Generator<string> {
  for (const [word] of cleanText(text).matchAll(WORD)) {
    yield word;
  }
}
