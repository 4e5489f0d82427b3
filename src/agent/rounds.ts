import type { Usage } from '../model/answer';
import { AssistantError, toAssistantError } from '../model/errors';
import type { Clock, ToolCall } from '../model/ports';
import { addUsage } from '../model/reply';
import type { GatherEvent, GatherStop } from '../model/turn';
import type { Said } from './dialects/dialect';
import { callId } from './dialects/dialect';
import type { Findings } from './findings';
import { missingFocuses } from './focusCoverage';
import type { GatherTask } from './gatherPrompt';
import { NOTHING_FOUND, NOTHING_LOOKED_UP, nothingFor } from './gatherPrompt';
import type { GatherLimits } from './limits';
import type { LookUp, RoundYield } from './lookUp';
import type { CallRecovery } from './recovery/callRecovery';
import { goesOn } from './recovery/callRecovery';
import type { Heard, Speaker } from './speaker';
import type { TimeLimit } from './timeLimit';
import { shortenArguments } from './tools/calls/shortenArguments';
import type { Observation, Transcript } from './transcript';

/** Why it is over. */
export interface End {
  readonly stop: GatherStop;
  readonly error?: AssistantError;
}

/** What rounds are made of. */
export interface RoundDeps {
  readonly task: GatherTask;
  readonly limits: GatherLimits;
  readonly findings: Findings;
  readonly speaker: Speaker;
  readonly transcript: Transcript;
  readonly lookUp: LookUp;
  readonly recovery: CallRecovery;
  readonly now: Clock;
  /** Of all rounds together. */
  readonly time: TimeLimit;
  /** The person's. */
  readonly cancelled: AbortSignal;
}

/** More calls than this in one reply are not even refused: the model does not stop. */
const MAX_READ = 24;

/** Longest name of a call, in UTF-16 units: no tool has a longer one. */
const MAX_NAME = 100;

/** Ends after which code itself looks for what the model left out. */
const COMPLETED: readonly GatherStop[] = ['enough', 'empty_round', 'max_rounds'];

/** The rounds of one turn: what is decided after each depends on those before. */
export class Rounds {
  readonly #deps: RoundDeps;
  #round = 0;
  #usage: Usage = {};
  /** Rounds in a row in which no source was asked, since no call could be made. */
  #idle = 0;
  #said = { start: false, focus: false };
  /** The form was asked for: whether that helped shows in the next reply. */
  #formAskedAt: number | undefined;

  constructor(deps: RoundDeps) {
    this.#deps = deps;
  }

  /** Rounds begun. */
  get count(): number {
    return this.#round;
  }

  get usage(): Usage {
    return this.#usage;
  }

  /**
   * One round: asks the model, makes its calls, decides.
   * @returns why it is over; nothing while it goes on.
   * @throws AssistantError `cancelled` once the person's signal fires.
   */
  async *run(): AsyncGenerator<GatherEvent, End | undefined> {
    const { findings, speaker, now } = this.#deps;
    const started = now();
    const before = findings.count;
    const round = ++this.#round;
    yield { type: 'round', round, dialect: speaker.dialect.name };
    let end: End | undefined;
    try {
      end = yield* this.#inner();
    } catch (error) {
      // What was gathered outlives whatever goes wrong later.
      end = this.#endAfter(error);
    }
    const usage = speaker.takeUsage();
    this.#usage = addUsage(this.#usage, usage);
    yield { type: 'roundEnded', round, fresh: findings.count - before, cumulative: findings.count, ms: now() - started, usage };
    return end;
  }

  #endAfter(error: unknown): End {
    const { cancelled, time } = this.#deps;
    if (cancelled.aborted) {
      throw new AssistantError('cancelled', 'Stopped.', { cause: error });
    }
    return time.isUp ? { stop: 'time' } : { stop: 'failed', error: toAssistantError(error) };
  }

  get #isLast(): boolean {
    return this.#round >= this.#deps.limits.maxRounds;
  }

  async *#inner(): AsyncGenerator<GatherEvent, End | undefined> {
    const { speaker, transcript, time, limits } = this.#deps;
    const heard = await speaker.ask(transcript, this.#round, time.signal);
    if (heard === 'tooLong') {
      return { stop: 'tokens' };
    }
    yield* this.#tellOfForm(heard);
    const isCalling = heard !== 'otherDialect' && heard.calls.length > 0;
    const { end, made } = isCalling ? yield* this.#obey(heard) : { end: heard === 'otherDialect' ? undefined : await this.#withoutCall(heard), made: 0 };
    const last = end ?? (this.#isLast ? { stop: 'max_rounds' as const } : undefined);
    if (last !== undefined && COMPLETED.includes(last.stop)) {
      yield* this.#searchMissing(limits.maxCalls - made);
    }
    return last;
  }

  /** @returns why it is over, if it is, and how many calls were made. */
  async *#obey(said: Said): AsyncGenerator<GatherEvent, { readonly end: End | undefined; readonly made: number }> {
    const { transcript, findings, limits, time } = this.#deps;
    const calls = said.calls.slice(0, MAX_READ).map(shortened);
    transcript.say({ ...said, calls });
    const result = yield* this.#lookUp(calls, limits.maxCalls);
    transcript.answer(findings.isEmpty ? withHint(result.observations) : result.observations);
    const { failed, made } = result;
    return { end: time.isUp ? { stop: 'time' } : failed === undefined ? this.#judge(result) : { stop: 'failed', error: failed }, made };
  }

  #lookUp(calls: readonly ToolCall[], room: number): AsyncGenerator<GatherEvent, RoundYield> {
    const { lookUp, speaker, time, cancelled } = this.#deps;
    return lookUp.run({ round: this.#round, calls, room, size: speaker.dialect.resultSize }, { signal: time.signal, cancelled });
  }

  /** Nothing found at all is no end: another tool or other terms may find it. Nor is one round in which no call could be made. */
  #judge({ isGain, isAnswered }: RoundYield): End | undefined {
    const { findings, limits } = this.#deps;
    this.#idle = isGain || isAnswered ? 0 : this.#idle + 1;
    const isEmpty = !isGain && findings.count > 0 && (isAnswered || this.#idle > 1);
    return isEmpty && limits.earlyStopOnEmptyRound ? { stop: 'empty_round' } : undefined;
  }

  async #withoutCall(said: Said): Promise<End | undefined> {
    const { speaker, transcript, time } = this.#deps;
    if (!said.isMalformed && (await speaker.isMute(time.signal))) {
      return undefined;
    }
    const answer = this.#isLast ? undefined : said.isMalformed ? this.#askForForm() : this.#spur();
    if (answer === undefined) {
      return said.isMalformed ? { stop: 'failed', error: unreadable() } : { stop: 'enough' };
    }
    transcript.say(said);
    transcript.tell(answer);
    return undefined;
  }

  /** As often as the table allows. */
  #askForForm(): string | undefined {
    if (!goesOn(this.#deps.recovery.afterUnreadable())) {
      return undefined;
    }
    this.#formAskedAt = this.#deps.now();
    return this.#deps.speaker.dialect.form;
  }

  *#tellOfForm(heard: Exclude<Heard, 'tooLong'>): Generator<GatherEvent> {
    if (this.#formAskedAt !== undefined) {
      const ms = this.#deps.now() - this.#formAskedAt;
      this.#formAskedAt = undefined;
      const result = heard !== 'otherDialect' && heard.isMalformed ? 'failed' : 'ok';
      yield { type: 'recovered', during: `round ${this.#round - 1}`, failure: 'PARSE', action: 'repairJson', result, message: unreadable().message, ms };
    }
  }

  /** What a model is told that stops too early; each once. */
  #spur(): string | undefined {
    if (!this.#deps.lookUp.hasMade && !this.#said.start) {
      this.#said.start = true;
      return NOTHING_LOOKED_UP;
    }
    const missing = this.#missing();
    if (missing.length === 0 || this.#said.focus) {
      return undefined;
    }
    this.#said.focus = true;
    return nothingFor(missing);
  }

  #missing(): string[] {
    const { task, lookUp, findings } = this.#deps;
    return missingFocuses(task.profile.focuses, lookUp.queries, findings.passages);
  }

  /** Looks for the focuses that are still missing, so that no side of a comparison is left out because the model forgot it. */
  async *#searchMissing(room: number): AsyncGenerator<GatherEvent> {
    const calls = this.#missing().slice(0, room).map((focus, at): ToolCall => (
      { id: callId(this.#round, MAX_READ + at), name: 'searchDocs', arguments: JSON.stringify({ query: focus }) }
    ));
    if (calls.length > 0) {
      yield* this.#lookUp(calls, room);
    }
  }
}

/** What somebody pasted into a call is neither told of nor sent back whole. */
function shortened(call: ToolCall): ToolCall {
  return { ...call, name: call.name.slice(0, MAX_NAME).toWellFormed(), arguments: shortenArguments(call.arguments) };
}

function withHint(observations: readonly Observation[]): Observation[] {
  return observations.map((one, at) => (at === observations.length - 1 ? { ...one, content: `${one.content}\n\n${NOTHING_FOUND}` } : one));
}

function unreadable(): AssistantError {
  return new AssistantError('model.badResponse', 'The model called tools in a form that cannot be read, twice. Set docmind.model.dialect to another one, or choose another model.');
}
