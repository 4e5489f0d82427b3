const VOWEL = /[aeiouy]/;

/** Endings whose final `s` is not a plural: `class`, `status`, `analysis`, though `apis`. */
const NOT_PLURAL = /(?:[us]s|...is)$/;

/**
 * Takes the inflection off an English word in lower case: plural, `-ed` and `-ing`, nothing more. Meant to give the
 * same stem to the forms of one word, not to give a word; forms of different words should stay apart, which is why
 * derivation (`-ation`, `-er`, `-ly`) is left alone.
 */
export function stem(word: string): string {
  if (word.length < 4) {
    return word;
  }
  // Twice, as `embedding` gives `embed`, which looks like a past tense itself.
  return withoutFinal(withoutTense(withoutTense(singular(word))));
}

function singular(word: string): string {
  if (!word.endsWith('s') || NOT_PLURAL.test(word)) {
    return word;
  }
  if (word.endsWith('ies') && word.length > 4) {
    return `${word.slice(0, -3)}y`;
  }
  return /(?:x|ch|sh|ss|zz)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

function withoutTense(word: string): string {
  const ending = /(?:ing|ied|ed)$/.exec(word)?.[0];
  if (ending === undefined) {
    return word;
  }
  const base = word.slice(0, -ending.length);
  if (base.length < 3 || !VOWEL.test(base) || (ending === 'ed' && base.endsWith('e'))) {
    return word;
  }
  if (ending === 'ied') {
    return `${base}y`;
  }
  // `running` → `run`, but `calling` → `call` and `adding` → `add`.
  return base.length > 3 && /([bdgmnprt])\1$/.test(base) ? base.slice(0, -1) : base;
}

/** `parse` and `parsing` meet at `pars`, `query` and `queries` at `queri`. */
function withoutFinal(word: string): string {
  if (word.length > 4 && word.endsWith('e')) {
    return word.slice(0, -1);
  }
  return word.length > 3 && word.endsWith('y') ? `${word.slice(0, -1)}i` : word;
}
