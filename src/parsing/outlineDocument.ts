import type { SourceDocument } from '../model/document';
import { lineStarts } from '../util/lines';
import { outlineCode } from './codeOutline';
import { outlineMarkdown } from './markdownOutline';
import { linesOf } from './outline';
import type { Outline } from './outline';
import { outlineText } from './textOutline';

/** The lines of a document and what is built of them. Behind a final line break there is no line here: it would hold nothing. */
export interface OutlinedLines {
  /** Without the breaks that end them. */
  readonly lines: readonly string[];
  readonly starts: Uint32Array;
  readonly outline: Outline;
}

/** Finds the structure of a document by its kind. Linear in its length. */
export function outlineDocument({ kind, language, text }: Pick<SourceDocument, 'kind' | 'language' | 'text'>): OutlinedLines {
  const all = lineStarts(text);
  const starts = all.length > 1 && all.at(-1) === text.length ? all.subarray(0, -1) : all;
  const lines = linesOf(text, starts);
  switch (kind) {
    case 'markdown':
      return { lines, starts, outline: outlineMarkdown(text, lines, starts) };
    case 'code':
      return { lines, starts, outline: outlineCode(lines, language) };
    case 'text':
      return { lines, starts, outline: outlineText(lines, language) };
  }
}
