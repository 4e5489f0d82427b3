import { stem } from './stem';

/** Longer tokens are data, such as hashes and base64, or whole sentences: of those the words are kept. */
const MAX_TOKEN_LENGTH = 64;

/** Shorter parts of an identifier say nothing; nor do those of data, which come in hundreds. */
const MIN_PART_LENGTH = 2;
const MIN_LONG_PART_LENGTH = 4;

/** Scripts written without spaces between words. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}' +
  '\\p{Script=Khmer}\\p{Script=Myanmar}々〆ー';

const WORD = '[\\p{L}\\p{N}\\p{M}_$]+';

/**
 * A flag (`--dry-run`, `-v`), a dot file (`.gitignore`), a language named with signs (`C++`, `C#`), or words joined by
 * single dots and hyphens (`dotted.path`, `kebab-case`, `v1.2.3`).
 */
const COMPOUND = new RegExp(
  `(?<![\\p{L}\\p{N}_-])(?<flag>--?)(?=\\p{L})|(?<![\\p{L}\\p{N}_)\\]./-])(?<dot>\\.)(?=\\p{L})|` +
    `(?<![\\p{L}\\p{N}_])(?<signs>[A-Za-z](?:\\+\\+|#))(?![\\p{L}\\p{N}_])|${WORD}(?:[.-]${WORD})*`,
  'gu',
);

const ASCII_ONLY = /^[\0-\x7f]*$/;
const ENGLISH_WORD = /^[a-z]+$/;
const VERSION = /^v?\d+(?:\.\d+)+/;
const MARKED_LETTER = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\p{M}+/gu;
const UNSPACED_RUN = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'gu');
const IS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
/** Where the words of an identifier meet: `camel|Case`, `HTTP|Server`, `base|64`, `snake_case`. */
const SEAM = /[_$]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})/u;

/**
 * The tokens of a text, in order, with repeats: identifiers whole and in parts, unspaced scripts as pairs of
 * characters, lower case, without accents, English inflection removed, in ASCII.
 */
export function tokenize(text: string): string[] {
  const tokens: string[] = [];
  let prefix = '';
  for (const match of normalize(text).matchAll(COMPOUND)) {
    const { flag, dot, signs } = match.groups ?? {};
    const opener = flag ?? dot;
    if (opener !== undefined) {
      prefix = opener;
      continue;
    }
    if (signs !== undefined) {
      tokens.push(signs.toLowerCase());
    } else {
      addCompound(match[0], prefix, tokens);
    }
    prefix = '';
  }
  return tokens.filter((token) => token.length <= MAX_TOKEN_LENGTH).map(toAscii);
}

function addCompound(compound: string, prefix: string, tokens: string[]): void {
  if (prefix !== '') {
    tokens.push(prefix + compound.toLowerCase());
  }
  if (VERSION.test(compound)) {
    addVersion(compound.toLowerCase(), tokens);
    return;
  }
  const words = compound.split(/[.-]/);
  if (words.length > 1 && !IS_UNSPACED.test(compound)) {
    tokens.push(compound.toLowerCase());
  }
  for (const word of words) {
    addWord(word, tokens);
  }
}

/** `v1.2.3-beta.1` is found as such, without its `v`, and as `1.2.3`. */
function addVersion(version: string, tokens: string[]): void {
  const bare = version.replace(/^v/, '');
  const numbers = VERSION.exec(bare)?.[0] ?? bare;
  tokens.push(...new Set([version, bare, numbers]));
}

function addWord(word: string, tokens: string[]): void {
  if (!IS_UNSPACED.test(word)) {
    addIdentifier(word, tokens);
    return;
  }
  for (const [run] of word.matchAll(UNSPACED_RUN)) {
    if (IS_UNSPACED.test(run)) {
      addPairs(Array.from(run), tokens);
    } else {
      addIdentifier(run, tokens);
    }
  }
}

/** An identifier as it is, then the words in it; a plain word only as its stem. */
function addIdentifier(word: string, tokens: string[]): void {
  const parts = word.split(SEAM);
  if (parts.length === 1) {
    tokens.push(plainWord(word));
    return;
  }
  const shortest = word.length > MAX_TOKEN_LENGTH ? MIN_LONG_PART_LENGTH : MIN_PART_LENGTH;
  tokens.push(word.toLowerCase());
  for (const part of parts) {
    if (part.length >= shortest) {
      tokens.push(plainWord(part));
    }
  }
}

function plainWord(word: string): string {
  const lower = word.toLowerCase();
  return ENGLISH_WORD.test(lower) ? stem(lower) : lower;
}

function addPairs(characters: readonly string[], tokens: string[]): void {
  if (characters.length === 1) {
    tokens.push(...characters);
  }
  characters.slice(1).forEach((character, i) => {
    tokens.push(`${characters[i] ?? ''}${character}`);
  });
}

function normalize(text: string): string {
  if (ASCII_ONLY.test(text)) {
    return text;
  }
  const unmarked = text.normalize('NFKD').replace(MARKED_LETTER, (letter) => letter.replace(/\p{M}+/u, ''));
  return unmarked.normalize('NFC');
}

/**
 * MiniSearch keeps terms in a radix tree and looks for a child one by one, which is slow where thousands of
 * characters may follow; re-coded, about forty may.
 */
export function toAscii(token: string): string {
  return ASCII_ONLY.test(token)
    ? token
    : token.replace(/[^\0-\x7f]/g, (unit) => `~${unit.charCodeAt(0).toString(36).padStart(4, '0')}`);
}
