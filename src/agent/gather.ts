import type { EvidenceLedger } from '../evidence/ledger';
import type { Usage } from '../model/answer';
import type { AssistantError } from '../model/errors';
import type { Passage } from '../model/passage';
import type { ChatModel, Clock, Schedule } from '../model/ports';
import type { GatherEvent, GatherStop } from '../model/turn';
import type { DialectChoice } from './dialects/choose';
import { Findings, type QueryGroup } from './findings';
import type { GatherTask } from './gatherPrompt';
import type { GatherLimits } from './limits';
import { GATHER_LIMITS } from './limits';
import { LookUp } from './lookUp';
import type { End } from './rounds';
import { Rounds } from './rounds';
import { Speaker } from './speaker';
import { startTimeLimit } from './timeLimit';
import type { ToolDesk } from './tool';
import { toolOffers } from './tools/offers';
import { Transcript } from './transcript';

/** What gathering needs. */
export interface GatherDeps {
  /** Retries, if any, are its own business. */
  readonly model: ChatModel;
  /** `native` or `react`; `tags` is a loop of its own. */
  readonly dialect: DialectChoice;
  readonly desk: ToolDesk;
  /** Numbers the passages; the tools know them by the same numbers. */
  readonly ledger: EvidenceLedger;
  /** A fresh unguessable word: it fences what comes from outside. */
  readonly nonce: string;
  readonly now: Clock;
  readonly schedule: Schedule;
  readonly limits?: Partial<GatherLimits>;
}

/** What was gathered. Nothing that the model wrote is in it but the queries. */
export interface Gathered {
  /** What each query found, in order; those that found nothing are told of, too. */
  readonly groups: readonly QueryGroup[];
  /** All of it, each passage once, in the order in which it came. */
  readonly passages: readonly Passage[];
  /** Results that no passage says, such as of a calculation. */
  readonly computed: readonly string[];
  /** Rounds begun. */
  readonly rounds: number;
  readonly stop: GatherStop;
  readonly usage: Usage;
  /** Why it `failed`. What was gathered before stands. */
  readonly error?: AssistantError;
}

/**
 * Lets a model gather evidence with tools, round by round: the model says what to look up, code looks it up, and code
 * decides when it is over. Tells its events as they happen; the last is `gathered`, unless it throws. Never fails for the
 * model's sake: the result says how it ended, and the caller what becomes of a question that nothing was found for.
 *
 * @throws AssistantError `cancelled` as soon as the signal fires.
 */
export async function* gather(task: GatherTask, deps: GatherDeps, signal: AbortSignal): AsyncGenerator<GatherEvent, Gathered> {
  const { desk, ledger, nonce, now, schedule } = deps;
  const limits: GatherLimits = { ...GATHER_LIMITS, ...deps.limits };
  const offers = toolOffers(desk);
  const findings = new Findings(ledger);
  const time = startTimeLimit(limits.totalMs, schedule, signal);
  const rounds = new Rounds({
    task, limits, findings, now, time,
    speaker: new Speaker({ ...deps, offers, limits }),
    transcript: new Transcript(task, offers, nonce),
    recovery: desk.recovery,
    lookUp: new LookUp({ desk, findings, question: task.profile.standaloneQuestion, nonce }),
    cancelled: signal,
  });
  try {
    const end = yield* runAll(rounds, limits.maxRounds);
    yield { type: 'gathered', rounds: rounds.count, passages: findings.count, stop: end.stop };
    const { groups, passages, computed } = findings;
    return { groups, passages, computed, rounds: rounds.count, usage: rounds.usage, ...end };
  } finally {
    time.end();
  }
}

async function* runAll(rounds: Rounds, maxRounds: number): AsyncGenerator<GatherEvent, End> {
  for (let round = 1; round <= maxRounds; round++) {
    const end = yield* rounds.run();
    if (end !== undefined) {
      return end;
    }
  }
  return { stop: 'max_rounds' };
}
