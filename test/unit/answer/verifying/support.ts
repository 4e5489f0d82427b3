import type { Evidence } from '../../../../src/model/evidence';

/** Evidence `[n]` that stands from a line of a file on. */
export function evidence(n: number, text: string, { path = 'docs/jobs.md', startLine = 1, headings = ['Jobs'] } = {}): Evidence {
  const span = { start: 0, end: text.length, startLine, endLine: startLine + text.split('\n').length - 1 };
  return { n, passage: { path, kind: 'section', headings, span, text, key: text, score: 1, ranks: { keyword: 1 } } };
}
