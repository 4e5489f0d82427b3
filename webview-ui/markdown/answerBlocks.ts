import type { AnswerEnv } from './citations';
import { type Block, renderBlocks } from './renderer';
import { settle } from './settle';

/** What of a growing answer is rendered for good. */
export interface ClosedBlocks {
  /** UTF-16 units of the answer that `html` covers. */
  readonly length: number;
  readonly html: readonly string[];
}

export const NOTHING_CLOSED: ClosedBlocks = { length: 0, html: [] };

/**
 * Renders an answer that is still growing. Blocks that can change no more are kept, so that the work per call goes
 * with the length of the last block and not with that of the answer.
 *
 * @returns the HTML of every block so far, and what to pass with the next call.
 */
export function renderGrowing(answer: string, closed: ClosedBlocks, env: AnswerEnv): { html: string[]; closed: ClosedBlocks } {
  const tail = answer.slice(closed.length);
  const boundary = closedBoundary(tail, renderBlocks(tail, env));
  const now = boundary === 0 ? closed : {
    length: closed.length + boundary,
    html: [...closed.html, ...htmlOf(tail.slice(0, boundary), env)],
  };
  return { html: [...now.html, ...htmlOf(settle(answer.slice(now.length)), env)], closed: now };
}

/** Renders an answer that is whole; references between blocks resolve here, whatever their order. */
export function renderWhole(answer: string, env: AnswerEnv): string[] {
  return htmlOf(answer, env);
}

function htmlOf(markdown: string, env: AnswerEnv): string[] {
  return renderBlocks(markdown, env).map((block) => block.html);
}

/**
 * Where the last block starts, in UTF-16 units: what stands before it is closed. A block whose first line is not
 * complete does not close the one before: "2" may become the next item of a list.
 */
function closedBoundary(text: string, blocks: readonly Block[]): number {
  const lastLineFeed = text.lastIndexOf('\n');
  const offsets = lineOffsets(text);
  const starts = blocks.map((block) => offsets[block.startLine] ?? 0);
  return starts.findLast((start) => start < lastLineFeed) ?? 0;
}

function lineOffsets(text: string): number[] {
  const offsets = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    offsets.push(at + 1);
  }
  return offsets;
}
