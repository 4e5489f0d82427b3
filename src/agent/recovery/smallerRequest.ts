import { endWithin, estimateTokens } from '../../chunking/estimateTokens';
import type { ChatRequest } from '../../model/ports';

/** A part of a request that may be left out. */
export interface RequestPart {
  /** Its place in the list that was given. */
  readonly index: number;
  /** As it was given, or the beginning of it. */
  readonly text: string;
}

/** What of a request is left, in the order given. */
export interface KeptParts {
  readonly history: readonly RequestPart[];
  readonly evidence: readonly RequestPart[];
}

/** A request and what of it may be left out. */
export interface RequestParts {
  /** Oldest first. */
  readonly history: readonly string[];
  /** Best first. */
  readonly evidence: readonly string[];
  /** Puts a request together. What does not come from its argument is never left out: rules, tools, the question. */
  readonly build: (kept: KeptParts) => ChatRequest;
}

/** What one step keeps of what may be left out: cuts of a third lose little more than they must, and reach an eighth in five. */
const KEPT_SHARE = 2 / 3;

/** So many passages are kept in part before any of them goes: a comparison needs more than the best one. */
const KEPT_EVIDENCE = 3;

/** Half of less says nothing. In estimated tokens. */
const MIN_HALVED_TOKENS = 64;

/**
 * A request that can be made smaller until it fits: it leaves out the oldest history first, then the weakest evidence, then
 * the second half of the longest evidence, again and again.
 */
export function smallerRequest({ history, evidence, build }: RequestParts): ChatRequest {
  return withSmaller({ history: history.map(measured), evidence: evidence.map(measured) }, build);
}

interface Measured extends RequestPart {
  readonly tokens: number;
}

interface Kept extends KeptParts {
  readonly history: readonly Measured[];
  readonly evidence: readonly Measured[];
}

function measured(text: string, index: number): Measured {
  return { index, text, tokens: estimateTokens(text) };
}

function withSmaller(kept: Kept, build: RequestParts['build']): ChatRequest {
  return {
    ...build(kept),
    smaller: () => {
      const less = leaveOut(kept);
      return less === undefined ? undefined : withSmaller(less, build);
    },
  };
}

function leaveOut(kept: Kept): Kept | undefined {
  const enough = tokensOf(kept) * KEPT_SHARE;
  let less = leaveOutOne(kept);
  while (less !== undefined && tokensOf(less) > enough) {
    const next = leaveOutOne(less);
    if (next === undefined) {
      break;
    }
    less = next;
  }
  return less;
}

function tokensOf({ history, evidence }: Kept): number {
  return [...history, ...evidence].reduce((sum, { tokens }) => sum + tokens, 0);
}

function leaveOutOne({ history, evidence }: Kept): Kept | undefined {
  if (history.length > 0) {
    return { history: history.slice(1), evidence };
  }
  if (evidence.length > KEPT_EVIDENCE) {
    return { history, evidence: evidence.slice(0, -1) };
  }
  const longest = evidence.reduce<Measured | undefined>((best, part) => (best === undefined || part.tokens > best.tokens ? part : best), undefined);
  if (longest === undefined || longest.tokens < MIN_HALVED_TOKENS) {
    return undefined;
  }
  return { history, evidence: evidence.map((part) => (part === longest ? halved(part) : part)) };
}

/** The first half, up to the end of a line if there is one to end at, marked as cut. */
function halved({ index, text, tokens }: Measured): Measured {
  const end = endWithin(text, { start: 0, end: text.length }, tokens / 2);
  const lineEnd = text.lastIndexOf('\n', end);
  const kept = text.slice(0, lineEnd > end / 2 ? lineEnd : end).replace(/[\uD800-\uDBFF]$/, '');
  return measured(`${kept}\n…`, index);
}
