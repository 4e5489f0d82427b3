/** Words that turn a statement into its opposite; "not only" and "no later than", 不但 and 不同 turn nothing, 不过 only inside a clause. */
const ENGLISH = /\b(?:not(?! only\b)|no(?! (?:later|more|less|longer) than\b)|never|none|nothing|neither|nor|cannot|without|unable|\w+n['’]t)\b/i;
const CHINESE = /不(?!但|仅|过|断|同|少|错|妨|久)|(?<=[^\s，。；：！？])不过|没|无法|无需|无须|未(?!来)|勿|禁止|别(?=再|用|把)/;

/** Asking whether is not denying: 是不是, 能不能, "whether or not". */
const ASKS = /\bwhether or not\b|(\p{Script=Han})不\1|有没有|是否/giu;

/** True if a text denies something, as far as single words show: two denials in one text are one. */
export function isNegated(text: string): boolean {
  const said = text.replace(ASKS, ' ');
  return ENGLISH.test(said) || CHINESE.test(said);
}
