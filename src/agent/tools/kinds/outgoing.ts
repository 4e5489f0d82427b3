import type { Passage } from '../../../model/passage';
import { lettersOf } from '../../../util/letters';

/** What looks like a key, a password, a token or a number that names a person or an account. English and Chinese. */
const SECRETS: readonly RegExp[] = [
  /-----BEGIN/,
  /\b(?:sk|pk|rk)[-_][\w-]{16,}/,
  /\b(?:gh[a-z]_|github_pat_|glpat-|xox[a-z]-|npm_|hf_)[\w-]{10,}/i,
  /\b(?:AKIA|ASIA)[0-9A-Z]{12,}/,
  /\bAIza[\w-]{30,}/,
  /\beyJ[\w-]{10,}\.[\w-]+/,
  /\/\/[^\s/:@]+:[^\s/@]+@/,
  /(?:passw(?:or)?d|pwd|secret|token|api[-_ ]?key|access[-_ ]?key|credentials?|密码|口令|密钥|令牌|凭证)\s*(?:[:=：]|\bis\b|是|为)\s*["'“]?(?=[\x21-\x7e]*[\d!@#$%^&*])[\x21-\x7e]{6,}/i,
  /(?<![\w+/-])(?=(?:[\w+/-]*\d){4})(?=[\w+/-]*[A-Za-z])[\w+/-]{32,}/,
  /(?<![\d.])\d[\d -]{13,}\d/,
];

/** True if a text has something in it that must not leave the machine. */
export function looksSecret(text: string): boolean {
  const plain = text.normalize('NFKC');
  return SECRETS.some((pattern) => pattern.test(plain));
}

/** So many letters and digits in a row, word for word, are quoted; fewer are a name or a turn of phrase. */
const QUOTED_LETTERS = 60;
/** The same in Chinese, whose characters say more. */
const QUOTED_HAN = 20;

/** True if a query says a longer piece of a passage word for word that the person did not say themselves. */
export function quotesPassage(query: string, passages: readonly Passage[], question: string): boolean {
  const asked = lettersOf(question);
  const texts = passages.filter(({ origin }) => origin?.kind !== 'web').map(({ text }) => lettersOf(text));
  const letters = lettersOf(query);
  const han = letters.match(/\p{Script=Han}/gu)?.length ?? 0;
  const width = 2 * han > letters.length ? QUOTED_HAN : QUOTED_LETTERS;
  const pieces = Array.from({ length: Math.max(0, letters.length - width + 1) }, (_, at) => letters.slice(at, at + width));
  return pieces.some((piece) => !asked.includes(piece) && texts.some((text) => text.includes(piece)));
}
