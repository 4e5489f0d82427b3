import type { Citation, Revision, SentenceCheck, StopReason, UnsupportedCitation, Usage, Verification } from './answer';
import type { Evidence, Grade, SourceCounts } from './evidence';
import type { RecoveryStep } from './failure';
import type { RankingName } from './passage';
import type { DialectName } from './ports';
import type { QueryProfile } from './profile';

/**
 * How a question is answered: from one document that was chosen, from one retrieval, from what a model gathers with tools in
 * a bounded loop.
 */
export type Route = 'SELECTED_DOC' | 'ONE_SHOT' | 'AGENTIC';

/**
 * Why gathering ended: the model asked for nothing more, a round brought nothing new, the rounds were used up, time or
 * tokens were, it failed.
 */
export type GatherStop = 'enough' | 'empty_round' | 'max_rounds' | 'time' | 'tokens' | 'failed';

/** What became of one call of a tool. `repeated`: it was made before, and not made again. */
export type ToolStatus = 'ok' | 'nothing' | 'repeated' | 'refused' | 'failed' | 'timedOut';

/** One call of a tool, done. */
export interface ToolReport {
  readonly round: number;
  /** As the model named it. */
  readonly tool: string;
  /** As they were understood; as they were written, where they were not. */
  readonly arguments: unknown;
  readonly status: ToolStatus;
  /** Passages returned. */
  readonly found: number;
  /** Of them, those that no call of the turn returned before. */
  readonly fresh: number;
  /** What the model was told of a call that gave nothing. */
  readonly message?: string;
  readonly ms: number;
}

/** What gathering tells while it runs. Rounds count from 1. */
export type GatherEvent =
  /** A failure, and what was done about it. */
  | ({ readonly type: 'recovered' } & RecoveryStep)
  /** A model is asked what to look up. */
  | { readonly type: 'round'; readonly round: number; readonly dialect: DialectName }
  | { readonly type: 'toolCalled'; readonly round: number; readonly tool: string; readonly arguments: unknown }
  | ({ readonly type: 'toolDone' } & ToolReport)
  /** `cumulative`: the different passages that the turn holds by now. */
  | { readonly type: 'roundEnded'; readonly round: number; readonly fresh: number; readonly cumulative: number; readonly ms: number; readonly usage: Usage }
  /** The model lists what it doubts of its own answer; nothing where it has nothing to change. */
  | { readonly type: 'reflected'; readonly note: string | undefined }
  | { readonly type: 'gathered'; readonly rounds: number; readonly passages: number; readonly stop: GatherStop };

/** What a turn tells while it runs, in order. */
export type TurnEvent =
  | { readonly type: 'understood'; readonly profile: QueryProfile; readonly by: 'rules' | 'model'; readonly ms: number }
  | { readonly type: 'routed'; readonly route: Route; readonly reason: string }
  /** Another way is taken, since the first one came to nothing. */
  | { readonly type: 'fellBack'; readonly from: Route; readonly to: Route; readonly reason: string }
  | GatherEvent
  | { readonly type: 'searching'; readonly query: string }
  | { readonly type: 'reading'; readonly path: string }
  | { readonly type: 'found'; readonly passages: number; readonly tiers: readonly RankingName[]; readonly ms: number }
  | { readonly type: 'evidence'; readonly evidence: readonly Evidence[]; readonly grade: Grade; readonly counts: SourceCounts }
  /**
   * Who answers: a model by its name, or the extractive answerer; what the reader should know beforehand; and, where a model
   * was to answer and did not, why.
   */
  | { readonly type: 'answering'; readonly model: string | undefined; readonly notice: string | undefined; readonly trouble?: string }
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
  /** Rounds in which a model was asked what to look up; 0 without a loop. */
  readonly rounds: number;
  /** Why the loop ended; absent without one. */
  readonly gatherStop?: GatherStop;
  /** What the model doubted of its answer while it wrote, for the turns that follow. */
  readonly notes?: readonly string[];
  /** Why the model ended before its answer did: its output limit, a filter of its server. */
  readonly cutBy?: 'length' | 'contentFilter';
  /** What checking sentence by sentence found; absent where it was not asked for. */
  readonly verification?: Verification;
  readonly stopReason: StopReason;
  readonly usage: Usage;
  /** The model that answered; absent for an extract. */
  readonly model?: string;
}
