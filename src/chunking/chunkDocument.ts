import type { Chunk, ChunkKind } from '../model/chunk';
import type { SourceDocument } from '../model/document';
import { outlineDocument } from '../parsing/outlineDocument';
import { spanOf } from '../util/lines';
import { contextLine } from './context';
import { estimateTokens } from './estimateTokens';
import { packPieces } from './packPieces';
import type { ChunkLimits } from './packPieces';
import { piecesOf } from './pieces';
import { sectionsOf } from './sections';
import { splitLine } from './splitLine';

/** The embedder reads 256 tokens, two of them its own marks; the rest allows for most of the error of the estimate. */
const DEFAULT_LIMITS: ChunkLimits = { maxTokens: 225, minChars: 200 };

/**
 * Cuts a document into chunks that tile it: at headings or declarations first, then at the boundaries of blocks, at blank lines,
 * at lines, and inside a line only if that line alone is too long. Short neighbours under the same parent stay together.
 *
 * Invariants: no gap, no overlap, `text === document.text.slice(span.start, span.end)`, an empty text has no chunks, no chunk
 * with its context line is estimated above `maxTokens`. Linear in the length of the text.
 */
export function chunkDocument(document: SourceDocument, limits: ChunkLimits = DEFAULT_LIMITS): Chunk[] {
  if (document.text === '') {
    return [];
  }
  const { text, title } = document;
  const { starts, lines, outline } = outlineDocument(document);
  const costs = cumulativeCosts(text, starts);
  const budgetOf = (trail: readonly string[]): number => limits.maxTokens - estimateTokens(contextLine(title, trail)) - 1;
  const sections = sectionsOf(outline.sections, lines.length).map((section) => ({ ...section, budget: budgetOf(section.trail) }));
  const pieces = piecesOf({ sections, cuts: outline.cuts, costs, nested: document.kind === 'code' });
  const groups = packPieces(pieces, { costs, starts, budgetOf, minChars: limits.minChars });
  return groups.flatMap(({ from, to, trail, budget }) => {
    const start = starts[from] ?? 0;
    const end = starts[to] ?? text.length;
    const ranges = to - from === 1 ? splitLine(text, { start, end }, budget) : [{ start, end }];
    return ranges.map((range) => ({
      kind: chunkKind(document, trail),
      span: spanOf(starts, range.start, range.end),
      headings: trail,
      text: text.slice(range.start, range.end),
    }));
  });
}

function chunkKind(document: SourceDocument, trail: readonly string[]): ChunkKind {
  if (document.kind === 'code') {
    return 'code';
  }
  return document.kind === 'markdown' || trail.length > 0 ? 'section' : 'text';
}

/** `costs[i]` is the estimate for the lines before line `i`, so that any run of lines is one subtraction. */
function cumulativeCosts(text: string, starts: Uint32Array): Float64Array {
  const costs = new Float64Array(starts.length + 1);
  starts.forEach((start, line) => {
    costs[line + 1] = (costs[line] ?? 0) + estimateTokens(text, start, starts[line + 1]);
  });
  return costs;
}
