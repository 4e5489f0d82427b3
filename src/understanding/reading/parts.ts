/** A part of a question, as offsets into it. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

/** The end of a question: not the `?` of an address, of an operator, of a name. Several in a row are one. */
const QUESTION_END = /(?:？|\?(?=[?？!！\s]|$))[?？!！]*/g;

/** Where a sentence ends without being a question. */
const STATEMENT_END = /[.!](?=\s)|[。！\n]/g;

/** A question says more than "Why?" or "right?": two words, or three characters. */
const SAYS_SOMETHING = /[\p{L}\p{N}_][^\p{L}\p{N}_]+[\p{L}\p{N}_]|(?:\p{Script=Han}[^\p{L}\p{N}]*){3}/u;

/** "…, right?" asks nothing of its own. */
const TAG = /(?:^|[,，]\s*)(?:right|correct|ok(?:ay)?|yes|no|isn't it|对吧?|是吧|好吗|对不对|是不是)\s*$/iu;

/** The questions that end in a question mark.
 * @param bare - see `maskLiterals`.
 */
export function questionsIn(bare: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const { index, 0: mark } of bare.matchAll(QUESTION_END)) {
    const start = from + lastStatementEnd(bare.slice(from, index));
    const text = bare.slice(start, index);
    if (SAYS_SOMETHING.test(text) && !TAG.test(text)) {
      parts.push({ start, end: index + 1 });
    }
    from = index + mark.length;
  }
  return parts;
}

function lastStatementEnd(text: string): number {
  const last = [...text.matchAll(STATEMENT_END)].at(-1);
  return last === undefined ? 0 : last.index + 1;
}

/** A number in front of a part: `1.` and `1)` at the beginning of a line; `1)`, `1、`, `(1)`, `①` also after a space or a stop, as they are usual. */
const NUMBER =
  /(?:^|\n)[ \t]*(?<line>\d{1,2})[.)、．](?![\d.])|(?:^|[\s:：;；,，。？！?!])(?<inline>\d{1,2})[)）、](?!\d)|(?:^|\n|[:：;；,，。？！?!][ \t]*)[（(](?<bracket>\d{1,2})[)）]|(?<circle>[①-⑨])/g;

/** An item says something: not the "1)" and the "2)" of "see 1) and 2)". */
const ITEM = /\p{L}{4}|\p{Script=Han}{2}|\p{L}[^\n]{6}/u;

/** The parts that are numbered 1, 2, 3 … in this order; none if there are not at least two.
 * @param bare - see `maskLiterals`.
 */
export function numberedParts(bare: string): Part[] {
  const starts: { readonly at: number; readonly start: number }[] = [];
  for (const { index, 0: mark, groups = {} } of bare.matchAll(NUMBER)) {
    if (numberOf(groups) === starts.length + 1) {
      starts.push({ at: index, start: index + mark.length });
    }
  }
  const parts = starts.map(({ start }, nth) => ({ start, end: endOfItem(bare, start, starts[nth + 1]?.at ?? bare.length) }));
  return parts.length >= 2 && parts.every(({ start, end }) => ITEM.test(bare.slice(start, end))) ? parts : [];
}

function numberOf({ line, inline, bracket, circle }: Readonly<Record<string, string | undefined>>): number {
  return circle === undefined ? Number(line ?? inline ?? bracket) : circle.charCodeAt(0) - '①'.charCodeAt(0) + 1;
}

function endOfItem(text: string, start: number, end: number): number {
  const lineEnd = text.indexOf('\n', start);
  return lineEnd === -1 ? end : Math.min(end, lineEnd);
}
