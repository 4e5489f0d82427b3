import type { Span } from '../model/span';

/**
 * A chunk's span without the blank lines at its ends and without the break that ends its last line, so that its text is
 * what its lines say and no more. Lines are taken away whole; a chunk of blank lines only stays as it is.
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
  const spaces = /^[^\S\r\n]*/.exec(text.slice(content))?.[0].length ?? 0;
  return {
    start: span.start + leading.length,
    end: span.start + content + spaces,
    startLine: span.startLine + breaksIn(leading),
    endLine: span.startLine + breaksIn(text.slice(0, content)),
  };
}

function breaksIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}
