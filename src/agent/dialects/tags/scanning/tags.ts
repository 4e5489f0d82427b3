/** The marks by which a model steers an answer while it writes it. No more than these: of more, models make a mess. */
export const TAGS = ['SEARCH', 'REFLECT', 'CONTINUE', 'END'] as const;

export type Tag = (typeof TAGS)[number];

/** What a text may turn out to be, character by character: a tag, the beginning of one, no tag. */
export type TagReading = Tag | 'begun' | undefined;

/** A tag as the model is told to write it. */
export function writeTag(tag: Tag): string {
  return `<|${tag}|>`;
}

/**
 * Reads what may be a tag. Models are lax about case and, where they write Chinese, about width: `<|search|>` and
 * `＜｜SEARCH｜＞` are tags; `<| SEARCH |>` and `<|SEARCHING|>` are not.
 */
export function readTag(raw: string): TagReading {
  const folded = fold(raw);
  const tag = TAGS.find((candidate) => writeTag(candidate).startsWith(folded));
  return tag === undefined || raw === '' ? undefined : folded.length === writeTag(tag).length ? tag : 'begun';
}

const FULL_WIDTH = /[\uff01-\uff5e]/g;
const WIDTH = 0xfee0;

function fold(raw: string): string {
  return raw.replace(FULL_WIDTH, (char) => String.fromCharCode(char.charCodeAt(0) - WIDTH)).toUpperCase();
}

/** How much of a tag is left standing by a server that heeds its stop text: enough to tell the tags apart. */
const HEAD = 3;

/**
 * The text at which a server is to end a response for a tag. Servers cut the stop text out and say of every end `stop`: were
 * it the whole tag, nobody could tell which it was, nor from an end that the model came to by itself. So it is the rest of
 * the tag behind its first letter, and `<|S` at the end of a response is a SEARCH.
 */
export function stopText(tag: Tag): string {
  return writeTag(tag).slice(HEAD);
}

/** The tag that a server left the head of, at the end of a response. */
export function readStopped(raw: string): Tag | undefined {
  return raw.length === HEAD ? TAGS.find((tag) => writeTag(tag).startsWith(fold(raw))) : undefined;
}

const ANY_TAG = new RegExp(`[<＜][|｜](?:${TAGS.join('|')})[|｜][>＞]`, 'giu');

/** A text without any tag, for what nobody reads as Markdown. */
export function withoutTags(text: string): string {
  return text.replace(ANY_TAG, ' ');
}

/** True for a text that is itself about these tags: a model that answers from it may have to write one. */
export function speaksOfTags(text: string): boolean {
  return text.search(ANY_TAG) !== -1;
}
