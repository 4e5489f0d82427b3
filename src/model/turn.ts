import type { Citation, Revision, SentenceCheck, StopReason, UnsupportedCitation, Usage, Verification } from './answer';
import type { Evidence, Grade, SourceCounts } from './evidence';
import type { RankingName } from './passage';

/** How a question is answered. */
export type Route = 'ONE_SHOT';

/** What a turn tells while it runs, in order. */
export type TurnEvent =
  | { readonly type: 'searching'; readonly query: string }
  | { readonly type: 'found'; readonly passages: number; readonly tiers: readonly RankingName[]; readonly ms: number }
  | { readonly type: 'evidence'; readonly evidence: readonly Evidence[]; readonly grade: Grade; readonly counts: SourceCounts }
  /** Who answers: a model by its name, or the extractive answerer; and what the reader should know beforehand. */
  | { readonly type: 'answering'; readonly model: string | undefined; readonly notice: string | undefined }
  /** More of the answer: canonical Markdown, never taken back. */
  | { readonly type: 'delta'; readonly text: string }
  /** The cited sentences are held against their passages. */
  | { readonly type: 'checking'; readonly sentences: number }
  /** What that found, so far. */
  | { readonly type: 'checked'; readonly checks: readonly SentenceCheck[] }
  /** The model is asked to reconsider what is not supported. */
  | { readonly type: 'reconsidering'; readonly sentences: number }
  /** A corrected answer takes the place of the one that was told. */
  | { readonly type: 'revised'; readonly answer: string; readonly revisions: readonly Revision[] }
  | { readonly type: 'ended'; readonly outcome: TurnOutcome };

/** One finished turn. */
export interface TurnOutcome {
  readonly question: string;
  readonly answer: string;
  readonly evidence: readonly Evidence[];
  readonly citations: readonly Citation[];
  /** Share of the answer's substantive sentences that carry a citation, in [0, 1]. */
  readonly coverage: number;
  /** In [0, 1]. */
  readonly confidence: number;
  readonly grade: Grade;
  /** Markers of numbers that no evidence has; they were removed from the answer. */
  readonly invalidRefs: number;
  readonly unsupported: readonly UnsupportedCitation[];
  /** True for an answer that states something, cites nothing, and had only weak evidence. */
  readonly isUngrounded: boolean;
  readonly route: Route;
  /** What checking sentence by sentence found; absent where it was not asked for. */
  readonly verification?: Verification;
  readonly stopReason: StopReason;
  readonly usage: Usage;
  /** The model that answered; absent for an extract. */
  readonly model?: string;
}
