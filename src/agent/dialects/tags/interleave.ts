import type { EvidenceLedger } from '../../../evidence/ledger';
import type { Usage } from '../../../model/answer';
import type { AssistantError } from '../../../model/errors';
import type { ChatModel, Clock, Schedule } from '../../../model/ports';
import type { GatherStop } from '../../../model/turn';
import type { GatherTask } from '../../gatherPrompt';
import { startTimeLimit } from '../../timeLimit';
import type { ToolDesk } from '../../tool';
import { Asker } from './asking/asker';
import { WORDING } from './asking/wording';
import { Draft } from './drafting/draft';
import { Gates } from './gates';
import type { InterleaveEvent } from './interleaveEvent';
import { InterleavedRounds } from './interleavedRounds';
import { Searches } from './searches';
import type { TagLimits } from './tagLimits';
import { TAG_LIMITS } from './tagLimits';

/** What interleaved writing needs. */
export interface InterleaveDeps {
  /** Retries, if any, are its own business. */
  readonly model: ChatModel;
  /** With `searchDocs`. */
  readonly desk: ToolDesk;
  /** Numbers the material, append-only: the numbers that the answer cites are these. What it holds already is material too. */
  readonly ledger: EvidenceLedger;
  /** A fresh unguessable word: it fences what comes from outside. */
  readonly nonce: string;
  readonly now: Clock;
  readonly schedule: Schedule;
  readonly limits?: Partial<TagLimits>;
}

/** An answer that was written while it was searched for. Its evidence is what the ledger holds. */
export interface Interleaved {
  /** All text that was told, markers as the model wrote them; empty where there is nothing to answer from, or no answer came. */
  readonly text: string;
  /** What the model doubted of its answer, where it had something to change. */
  readonly notes: readonly string[];
  /** Rounds of writing begun. */
  readonly rounds: number;
  readonly stop: GatherStop;
  readonly usage: Usage;
  /** Why it `failed`, after text was shown. */
  readonly error?: AssistantError;
}

/**
 * Lets a model write the answer and stop itself with marks: to search for a fact that it lacks, to look over what it wrote, to
 * go on, to end. Begins with one retrieval of the question. Code decides which marks are heeded, and when it is over. Tells
 * its events as they happen; the last is `gathered`, unless it throws.
 *
 * @throws AssistantError `cancelled` as soon as the signal fires; model.*, tool.*, while no text was shown: the caller answers
 * in another way.
 */
export async function* interleave(task: GatherTask, deps: InterleaveDeps, signal: AbortSignal): AsyncGenerator<InterleaveEvent, Interleaved> {
  const { desk, ledger, schedule } = deps;
  const limits: TagLimits = { ...TAG_LIMITS, ...deps.limits };
  const draft = new Draft();
  const searches = new Searches(desk, ledger);
  const time = startTimeLimit(limits.totalMs, schedule, signal);
  const asking = { ...deps, task, limits, draft, searches, wording: WORDING[task.profile.language] };
  const gates = new Gates(limits.maxReflections);
  const rounds = new InterleavedRounds({ ...asking, asker: new Asker(asking), gates, time, cancelled: signal });
  try {
    const { stop, error, ending } = yield* rounds.runAll();
    if (ending !== '') {
      yield { type: 'text', text: ending };
    }
    yield { type: 'gathered', rounds: rounds.count, passages: searches.material.length, stop };
    const { notes, count, usage } = rounds;
    return { text: draft.text + ending, notes, rounds: count, stop, usage, ...(error === undefined ? {} : { error }) };
  } finally {
    time.end();
  }
}
