/** How a document is split: by headings, by the syntax of its language, or by windows of lines. */
export type DocumentKind = 'markdown' | 'code' | 'text';

/** One workspace file at one content hash. */
export interface SourceDocument {
  /** Path inside the workspace, `/`-separated, never absolute, never with `..`. */
  readonly path: string;
  readonly kind: DocumentKind;
  /** Lower-case language name of code (`typescript`, `python`, …), else the kind. */
  readonly language: string;
  /** The decoded text. Lines are those the editor shows: `\r\n`, `\n` and `\r` end one. */
  readonly text: string;
  /** First heading, front-matter title, or file name. */
  readonly title: string;
}
