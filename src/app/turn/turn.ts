import { boundedModel } from '../../agent/boundedModel';
import { RecoveryBudget } from '../../agent/recovery/budget';
import { recoveringModel } from '../../agent/recovery/recoveringModel';
import type { QuestionContext } from '../../model/conversation';
import { NO_CONTEXT } from '../../model/conversation';
import type { RecoveryTable } from '../../model/failure';
import type { ChatModel, Clock, CodeSandbox, Consent, DialectMemory, DialectName, SavedNotes, Schedule, WebSearch } from '../../model/ports';
import type { QueryProfile } from '../../model/profile';
import type { DocumentIndex } from '../documentIndex';
import type { Assurance } from '../settings';
import { RecoveryTrail } from './recoveryTrail';

/** How a question is answered, from the settings. */
export interface TurnOptions {
  readonly assurance: Assurance;
  /** False to search once, whatever the question. */
  readonly isAgentic: boolean;
  readonly maxRounds: number;
  readonly earlyStopOnEmptyRound: boolean;
  readonly dialect: DialectName | 'auto';
  readonly recovery: RecoveryTable;
}

/** What a model may use besides the index. Absent ones are not offered. */
export interface TurnTools {
  /** Asks before anything leaves the machine or runs. */
  readonly consent: Consent;
  readonly web?: WebSearch;
  readonly notes?: SavedNotes;
  readonly sandbox?: CodeSandbox;
}

/** What a turn needs. */
export interface TurnDeps {
  readonly index: DocumentIndex;
  /** Plans and writes; without one, one search is extracted from. */
  readonly model: ChatModel | undefined;
  /** What the question comes with. */
  readonly context?: QuestionContext;
  readonly options: TurnOptions;
  readonly tools: TurnTools;
  readonly dialects: DialectMemory;
  /** A fresh unguessable word: it fences the evidence in the prompt. */
  readonly nonce: string;
  readonly now: Clock;
  readonly schedule: Schedule;
  /** In [0, 1). */
  readonly random: () => number;
}

/** One turn under way. */
export interface Turn extends TurnDeps {
  /** As it was asked. */
  readonly question: string;
  readonly context: QuestionContext;
  /** Comes to an end, whatever it says, and recovers by itself what a call can be recovered from. */
  readonly model: ChatModel | undefined;
  readonly trail: RecoveryTrail;
  readonly signal: AbortSignal;
}

/** A turn whose question was understood. */
export interface UnderstoodTurn {
  readonly turn: Turn;
  readonly profile: QueryProfile;
  /** What was said before, fenced; may be empty. */
  readonly conversation: string;
}

/** Begins a turn: all its calls of the model share one budget of recovery. */
export function openTurn(question: string, deps: TurnDeps, signal: AbortSignal): Turn {
  const { model, context = NO_CONTEXT, options, now, schedule, random } = deps;
  const trail = new RecoveryTrail();
  const budget = new RecoveryBudget();
  const recovery = {
    table: options.recovery, budget, now, schedule, random, during: () => trail.during, onStep: trail.add.bind(trail),
  };
  return { ...deps, question, context, model: model && recoveringModel(boundedModel(model, schedule), recovery), trail, signal };
}
