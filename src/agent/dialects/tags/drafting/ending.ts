import type { Draft } from './draft';

/** The end of a sentence, of a row of a table, or of fenced code. */
const WHOLE = /(?:[.!?:。！？：…|][\])*_"'”’）】]{0,3}(?:\s*\[\d+\])*|\n\s*(?:`{3,}|~{3,}))\s*$/;

/** True for an answer that may end where it ends. */
export function isWhole({ text, closing }: Draft): boolean {
  return closing === '' && WHOLE.test(text);
}

/**
 * What ends an answer that breaks off: what closes its code, a sign that a sentence is missing its end, and a sentence that
 * says so. Nothing of what was written is taken back.
 */
export function endingOf({ text, closing }: Draft, said: string): string {
  return `${closing}${WHOLE.test(text + closing) ? '' : ' …'}\n\n${said}`;
}
