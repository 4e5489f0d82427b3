import { estimateTokens } from '../../../chunking/estimateTokens';
import { cutPassage } from '../../../evidence/cut';
import { finalizeEvidence } from '../../../evidence/finalize';
import type { EvidenceLedger } from '../../../evidence/ledger';
import { sourceOf } from '../../../evidence/sources';
import { termsOf, weighTerms } from '../../../evidence/termWeights';
import type { Evidence } from '../../../model/evidence';
import type { Passage } from '../../../model/passage';
import type { GatherEvent, ToolReport } from '../../../model/turn';
import { tellingTerms } from '../../../util/terms';
import type { ReadyCall, RefusedCall, ToolDesk, ToolResult } from '../../tool';
import { unlessAborted } from '../../withinTime';
import { callId } from '../dialect';

/** How much of what a search finds becomes material. */
export interface MaterialSize {
  readonly passages: number;
  /** Estimated tokens of one passage. */
  readonly tokensEach: number;
}

/** What the writing begins with: as much as an answer from one retrieval has, less room for what searches add. */
export const FIRST_MATERIAL: MaterialSize = { passages: 6, tokensEach: 350 };

/** More than this of one search, and a model copies it instead of answering. */
export const MORE_MATERIAL: MaterialSize = { passages: 3, tokensEach: 150 };

/** What a search came to. Evidence that was held before is `known`; where nothing is `fresh`, it told nothing new. */
export type Found =
  | { readonly kind: 'found'; readonly fresh: readonly Evidence[]; readonly known: readonly Evidence[] }
  | { readonly kind: 'repeated'; readonly known: readonly Evidence[] }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'failed'; readonly message: string };

/** The tool that this dialect searches with. */
const TOOL = 'searchDocs';

/** The searches of one answer; none is made twice. Their numbers are those of the ledger. */
export class Searches {
  readonly #desk: ToolDesk;
  readonly #ledger: EvidenceLedger;
  /** What each call found, by its key. */
  readonly #made = new Map<string, readonly Evidence[]>();

  constructor(desk: ToolDesk, ledger: EvidenceLedger) {
    this.#desk = desk;
    this.#ledger = ledger;
  }

  /** Everything that the answer may cite, by number. */
  get material(): readonly Evidence[] {
    return this.#ledger.all;
  }

  /** @throws AssistantError cancelled. */
  async *run(query: string, { round, size }: { readonly round: number; readonly size: MaterialSize }, signal: AbortSignal): AsyncGenerator<GatherEvent, Found> {
    const call = this.#desk.read({ id: callId(round, this.#made.size), name: TOOL, arguments: JSON.stringify({ query }) });
    const given = call.kind === 'ready' ? call.input : { query };
    yield { type: 'toolCalled', round, tool: TOOL, arguments: given };
    const { found, ...rest } = call.kind === 'ready' ? await this.#make(call, { query, size, signal }) : refused(call);
    const counts = found.kind === 'found' ? { found: found.fresh.length + found.known.length, fresh: found.fresh.length } : { found: 0, fresh: 0 };
    yield { type: 'toolDone', round, tool: TOOL, arguments: given, ...counts, ...rest };
    return found;
  }

  async #make(call: ReadyCall, { query, size, signal }: { readonly query: string; readonly size: MaterialSize; readonly signal: AbortSignal }): Promise<Outcome> {
    const earlier = this.#made.get(call.key);
    if (earlier !== undefined) {
      const found: Found = earlier.length === 0 ? { kind: 'nothing' } : { kind: 'repeated', known: earlier };
      return { status: 'repeated', found, ms: 0, message: 'The same search was made before.' };
    }
    const result = await unlessAborted((inner) => this.#desk.run(call, inner), signal);
    const found = result.kind === 'failed' ? { kind: 'failed' as const, message: result.message } : this.#admit(choose(result.passages, query, size));
    this.#made.set(call.key, found.kind === 'found' ? [...found.fresh, ...found.known] : []);
    return { found, ms: result.ms, ...statusOf(result, found) };
  }

  #admit(chosen: readonly Passage[]): Found {
    const held = new Set(this.material);
    const evidence = [...new Set(chosen.flatMap((passage) => this.#held(passage) ?? this.#ledger.admit([passage])))];
    const isKnown = (one: Evidence) => held.has(one);
    return evidence.length === 0 ? { kind: 'nothing' } : { kind: 'found', fresh: evidence.filter((one) => !isKnown(one)), known: evidence.filter(isKnown) };
  }

  /** Evidence that says what a passage says already: the same place may be cut in other ways. */
  #held(passage: Passage): Evidence | undefined {
    return this.material.find(({ passage: own }) => (
      sourceOf(own) === sourceOf(passage) && own.span.start <= passage.span.start && passage.span.end <= own.span.end && own.text.includes(passage.text)
    ));
  }
}

interface Outcome extends Pick<ToolReport, 'status' | 'message' | 'ms'> {
  readonly found: Found;
}

function refused({ message }: RefusedCall): Outcome {
  return { status: 'refused', found: { kind: 'failed', message }, ms: 0, message };
}

function statusOf(result: ToolResult, { kind }: Found): Pick<ToolReport, 'status' | 'message'> {
  if (result.kind === 'failed') {
    return { status: result.failure === 'TOOL_TIMEOUT' ? 'timedOut' : 'failed', message: result.message };
  }
  return { status: kind === 'nothing' ? 'nothing' : 'ok' };
}

/** The best passages that have to do with the query, each cut to the sentences that answer it; none if none has. */
function choose(passages: readonly Passage[], query: string, { passages: count, tokensEach }: MaterialSize): Passage[] {
  const whole = passages.reduce((sum, { text }) => sum + estimateTokens(text), 1);
  const { passages: best } = finalizeEvidence(passages, { question: query, maxPassages: count, maxTokens: whole });
  const wanted = { terms: tellingTerms(query), weight: weighTerms(best.map(termsOf)) };
  return best.map((passage) => (estimateTokens(passage.text) <= tokensEach ? passage : (cutPassage(passage, tokensEach, wanted) ?? passage)));
}
