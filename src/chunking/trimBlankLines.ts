import type { Span } from '../model/span';

/**
 * A chunk's span without the blank lines at its ends; lines are taken away whole. A chunk of blank lines only stays as it is.
 *
 * @param span - the chunk's.
 * @param text - the text of the chunk, not of the document.
 */
export function trimBlankLines(span: Span, text: string): Span {
  const leading = /^(?:[^\S\r\n]*(?:\r\n|\n|\r))+/.exec(text)?.[0] ?? '';
  const content = text.trimEnd().length;
  if (content === 0) {
    return span;
  }
  const lastBreak = /^[^\S\r\n]*(?:\r\n|\n|\r|$)/.exec(text.slice(content))?.[0].length ?? 0;
  const end = content + lastBreak;
  return {
    start: span.start + leading.length,
    end: span.start + end,
    startLine: span.startLine + breaksIn(leading),
    endLine: span.startLine + breaksIn(text.slice(0, lastBreak > 0 ? content : end)),
  };
}

function breaksIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}
