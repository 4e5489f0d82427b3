import type { Chunk } from '../model/chunk';
import { estimateTokens } from './estimateTokens';

const SEPARATOR = ' > ';
/** What a chunk says itself matters more than where it stands: the trail may take this many tokens of its share. */
const MAX_CONTEXT_TOKENS = 64;

/** What is embedded for a chunk: where it stands, then its text. */
export function embeddingText(chunk: Pick<Chunk, 'headings' | 'text'>, documentTitle: string): string {
  return `${contextLine(documentTitle, chunk.headings)}\n${chunk.text.trim()}`;
}

/** Title and heading trail in one line. The outermost are left out where they are too long together. */
export function contextLine(documentTitle: string, headings: readonly string[]): string {
  const trail = headings[0] === documentTitle ? headings : [documentTitle, ...headings];
  const kept: string[] = [];
  let tokens = 0;
  for (const title of trail.toReversed()) {
    tokens += estimateTokens(title) + 1;
    if (tokens > MAX_CONTEXT_TOKENS) {
      break;
    }
    kept.unshift(title);
  }
  return kept.join(SEPARATOR);
}
