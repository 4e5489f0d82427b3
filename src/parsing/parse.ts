import type { DocumentKind, SourceDocument } from '../model/document';
import type { SkipReason } from '../model/indexReport';
import { lineStarts } from '../util/lines';
import { classifyPath } from './classify';
import { decode } from './decode';
import { frontMatterOf } from './frontMatter';
import { languageOfInterpreter } from './languages';
import type { DocumentLanguage } from './languages';
import { outlineDocument } from './outlineDocument';

/** One file as it was read. */
export interface SourceFile {
  /** Path inside the workspace, `/`-separated. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Files with more bytes are skipped as `tooLarge`; without it none is. */
  readonly maxBytes?: number;
}

/** What became of a file: a document, or a reason why there is none. */
export type ParseResult =
  | { readonly document: SourceDocument; readonly warnings: readonly string[] }
  | { readonly skipped: SkipReason }
  | { readonly failed: string };

/** The title stands near the top, or nowhere. */
const TITLE_SEARCH_LENGTH = 8 * 1024;
/** No one writes lines of this length, on average, in code or settings; tools do. */
const MINIFIED_LINE_LENGTH = 300;
const MINIFIED_MIN_LENGTH = 2000;
const MINIFIABLE = new Set(['json', 'xml']);
/** The marks that generators leave in a comment at the top of code. */
const GENERATED_MARK = /@generated\b|\bgenerated\b.{0,80}\bdo not (?:edit|modify)\b|\bdo not (?:edit|modify)\b.{0,80}\bgenerated\b/i;
const GENERATED_MARK_WITHIN = 1000;
const PRIVATE_KEY = /^-----BEGIN [A-Z ]*PRIVATE KEY/;

/** Turns the bytes of a file into a document. Total: whatever the bytes are, it returns what they were found to be. */
export function parseDocument({ path, bytes, maxBytes = Infinity }: SourceFile): ParseResult {
  const named = classifyPath(path);
  if ('skip' in named) {
    return { skipped: named.skip };
  }
  if (bytes.length > maxBytes) {
    return { skipped: 'tooLarge' };
  }
  const decoded = decode(bytes);
  switch (decoded.kind) {
    case 'binary':
      return { skipped: 'binary' };
    case 'failed':
      return { failed: decoded.reason };
    case 'text':
      return parseText(path, decoded.text, named, decoded.warnings);
  }
}

function parseText(path: string, text: string, named: DocumentLanguage, warnings: readonly string[]): ParseResult {
  const { kind, language } = named.language === 'text' ? (languageOfInterpreter(text) ?? named) : named;
  if (text.trim() === '') {
    return { skipped: 'empty' };
  }
  if (PRIVATE_KEY.test(text)) {
    return { skipped: 'secret' };
  }
  if (isGenerated(text, kind, language)) {
    return { skipped: 'generated' };
  }
  return { document: { path, kind, language, text, title: titleOf(path, text, kind, language) }, warnings };
}

function isGenerated(text: string, kind: DocumentKind, language: string): boolean {
  if (kind !== 'code' && !MINIFIABLE.has(language)) {
    return false;
  }
  const minified = text.length > MINIFIED_MIN_LENGTH && text.length > MINIFIED_LINE_LENGTH * lineStarts(text).length;
  return minified || (kind === 'code' && GENERATED_MARK.test(text.slice(0, GENERATED_MARK_WITHIN)));
}

function titleOf(path: string, text: string, kind: DocumentKind, language: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (kind === 'code') {
    return name;
  }
  const head = text.slice(0, TITLE_SEARCH_LENGTH);
  const frontMatter = kind === 'markdown' ? frontMatterOf(text)?.title : undefined;
  return frontMatter ?? outlineDocument({ kind, language, text: head }).outline.sections[0]?.title ?? name;
}
