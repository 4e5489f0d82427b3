import { fenceSource, fenceStart } from '../evidence/fence';
import { writeNumbers } from '../evidence/ledger';
import type { ErrorCode } from '../model/errors';
import { AssistantError } from '../model/errors';
import type { Evidence } from '../model/evidence';
import type { FailureClass, RecoveryAction } from '../model/failure';
import type { ToolCall } from '../model/ports';
import type { GatherEvent, ToolReport, ToolStatus } from '../model/turn';
import { defined } from '../util/defined';
import { parseLoosely } from '../util/looseJson';
import type { Findings } from './findings';
import { goesOn } from './recovery/callRecovery';
import type { ReadyCall, ToolDesk, ToolResult } from './tool';
import { quote } from './tools/quote';
import { renderToolResult } from './tools/renderResult';
import { unlessAborted } from './withinTime';
import type { Observation } from './transcript';

/** What looking up needs. */
export interface LookUpDeps {
  readonly desk: ToolDesk;
  readonly findings: Findings;
  /** What passages are held to be about that were not searched for. */
  readonly question: string;
  readonly nonce: string;
}

/** The calls of one round. */
export interface RoundCalls {
  readonly round: number;
  /** In the order in which they were made. */
  readonly calls: readonly ToolCall[];
  /** How many of them may be made. */
  readonly room: number;
  readonly size: ResultSize;
}

/** What one result may take of the conversation. */
export interface ResultSize {
  /** Passages that are shown with their text; of further ones only their numbers. */
  readonly maxShown: number;
  /** Estimated. */
  readonly maxTokens: number;
}

/** When looking up ends early. */
export interface LookUpEnd {
  /** Fires when no result is waited for any more. */
  readonly signal: AbortSignal;
  /** The person's: fires where nothing is wanted any more, not even what is there. */
  readonly cancelled: AbortSignal;
}

/** What the calls of a round came to. */
export interface RoundYield {
  /** For each call, in order. */
  readonly observations: readonly Observation[];
  /** True if anything came that was not held, and not by a query that only puts another one in other words. */
  readonly isGain: boolean;
  /** True if a source was asked, now or by the same call before; false where no call could be made, or none succeeded. */
  readonly isAnswered: boolean;
  /** Calls that were made. */
  readonly made: number;
  /** Why there is to be no further round: a failure that the loop has no answer to. */
  readonly failed?: AssistantError;
}

/** What became of one call. */
interface Outcome {
  readonly call: ToolCall;
  readonly arguments: unknown;
  readonly status: ToolStatus;
  readonly evidence: readonly Evidence[];
  readonly fresh: number;
  readonly isGain: boolean;
  /** What the model is told. */
  readonly content: string;
  /** Of a call that gave nothing, or nothing new. */
  readonly message?: string;
  readonly ms: number;
  readonly failed?: { readonly failure: FailureClass; readonly action: RecoveryAction };
}

/** A call before it is made: what to make, or what became of it without that. */
type Plan = { readonly ready: ReadyCall; readonly isRepeat: boolean } | { readonly refused: Outcome };

const TOO_MANY = 'Not made: too many calls at once. Make it again if it is still needed.';

/** Makes the calls of a turn, none of them twice. */
export class LookUp {
  readonly #deps: LookUpDeps;
  /** What became of the calls by their key; nothing yet of those under way. */
  readonly #made = new Map<string, Outcome | undefined>();
  readonly #queries: string[] = [];
  /** The passages whose text the model was shown. */
  readonly #shown = new Set<number>();

  constructor(deps: LookUpDeps) {
    this.#deps = deps;
  }

  /** What was searched for, in order. */
  get queries(): readonly string[] {
    return this.#queries;
  }

  /** True once a call was made. */
  get hasMade(): boolean {
    return this.#made.size > 0;
  }

  /**
   * Makes the calls of a round, all at the same time. Events come in the order of the calls.
   * @throws AssistantError `cancelled` once the person's signal fires; what the desk throws.
   */
  async *run({ round, calls, room, size }: RoundCalls, end: LookUpEnd): AsyncGenerator<GatherEvent, RoundYield> {
    const plans = calls.map((call, at) => this.#plan(call, at < room));
    for (const plan of plans) {
      const { call, given } = 'refused' in plan ? { call: plan.refused.call, given: plan.refused.arguments } : { call: plan.ready.call, given: plan.ready.input };
      yield { type: 'toolCalled', round, tool: call.name, arguments: given };
    }
    const results = plans.map((plan) => ('refused' in plan || plan.isRepeat ? undefined : this.#start(plan.ready, end)));
    const outcomes: Outcome[] = [];
    for (const [at, plan] of plans.entries()) {
      const result = await results[at];
      const outcome = 'refused' in plan ? plan.refused : result === undefined ? this.#repeated(plan.ready) : this.#admit(plan.ready, ownedBy(result), size);
      outcomes.push(outcome);
      yield { type: 'toolDone', ...report(outcome, round) };
      yield* tellRecovery(outcome, round);
    }
    return {
      observations: outcomes.map(({ call, content, evidence }) => ({ call, content, brief: this.#brief(content, evidence) })),
      isGain: outcomes.some(({ isGain }) => isGain),
      isAnswered: outcomes.some(({ status }) => status === 'ok' || status === 'nothing' || status === 'repeated'),
      made: results.filter((result) => result !== undefined).length,
      ...defined({ failed: outcomes.map(endedBy).find((error) => error !== undefined) }),
    };
  }

  #plan(call: ToolCall, hasRoom: boolean): Plan {
    if (!hasRoom) {
      return { refused: withoutResult({ call, arguments: asWritten(call), status: 'refused', message: TOO_MANY }) };
    }
    const read = this.#deps.desk.read(call);
    if (read.kind === 'refused') {
      const { failure, action, message } = read;
      return { refused: withoutResult({ call, arguments: asWritten(call), status: 'refused', message, failed: { failure, action } }) };
    }
    const isRepeat = this.#made.has(read.key);
    if (!isRepeat) {
      this.#made.set(read.key, undefined);
      this.#queries.push(...(read.query === undefined ? [] : [read.query]));
    }
    return { ready: read, isRepeat };
  }

  /** Never rejects: what became of it is looked at when its turn comes. */
  async #start(ready: ReadyCall, { signal, cancelled }: LookUpEnd): Promise<Settled> {
    try {
      return { result: await unlessAborted((inner) => this.#deps.desk.run(ready, inner), signal) };
    } catch (error) {
      const isLate = signal.aborted && !cancelled.aborted;
      return isLate ? { result: { kind: 'failed', failure: 'TOOL_TIMEOUT', message: 'There was no time left for it.', ms: 0 } } : { error };
    }
  }

  #admit(ready: ReadyCall, result: ToolResult, size: ResultSize): Outcome {
    const outcome = this.#judge(ready, result, size);
    this.#made.set(ready.key, outcome);
    return outcome;
  }

  #judge(ready: ReadyCall, result: ToolResult, size: ResultSize): Outcome {
    if (result.kind === 'ok') {
      const outcome = this.#take(ready, result, size);
      return ready.isInstead === true ? { ...outcome, failed: { failure: 'UNKNOWN_TOOL', action: 'searchDocs' } } : outcome;
    }
    const { question, desk: { recovery } } = this.#deps;
    const { call, input, query } = ready;
    const { failure, message, ms } = result;
    const failed = { failure, action: recovery.afterCall(failure) };
    const status = failure === 'TOOL_TIMEOUT' ? 'timedOut' : 'failed';
    return { ...withoutResult({ call, arguments: input, status, message, failed }), content: this.#show(result, [], query ?? question, size), ms };
  }

  #take({ call, input, query }: ReadyCall, result: Extract<ToolResult, { kind: 'ok' }>, size: ResultSize): Outcome {
    const { findings, question } = this.#deps;
    const asked = query ?? question;
    const { evidence, fresh, sameAs, isGain } = findings.admit(result, query, question);
    const hasResult = evidence.length > 0 || result.computed !== undefined;
    const said = this.#show(result, evidence, asked, size);
    const note = sameAs === undefined ? undefined : `These words find what an earlier search found: ${writeNumbers(sameAs)}.`;
    const again = note ?? (evidence.length > 0 ? `Held before: ${writeNumbers(evidence.map(({ n }) => n))}.` : 'The same result as before.');
    return {
      call,
      arguments: input,
      status: hasResult ? 'ok' : 'nothing',
      evidence,
      fresh: fresh.length,
      isGain,
      content: note === undefined ? said : `${said}\n\n${note}`,
      ...(isGain ? {} : { message: hasResult ? again : said }),
      ms: result.ms,
    };
  }

  /** What the model is told: passages that it has seen, and those that there is no room for, by their numbers alone. */
  #show(result: ToolResult, evidence: readonly Evidence[], asked: string, { maxShown, maxTokens }: ResultSize): string {
    const { nonce } = this.#deps;
    const unseen = evidence.filter(({ n }) => !this.#shown.has(n));
    const seen = evidence.filter(({ n }) => this.#shown.has(n));
    const further = unseen.slice(maxShown);
    const said = renderToolResult(result, { evidence: unseen.slice(0, maxShown), asked, maxTokens, nonce });
    unseen.filter(({ n }) => said.includes(fenceStart(n, nonce))).forEach(({ n }) => this.#shown.add(n));
    return [
      said,
      ...(further.length === 0 ? [] : [`Found too, and not shown: ${writeNumbers(further.map(({ n }) => n))}.`]),
      ...(seen.length === 0 ? [] : [`Found again, and shown above: ${writeNumbers(seen.map(({ n }) => n))}.`]),
    ].join('\n\n');
  }

  #repeated({ call, key, input }: ReadyCall): Outcome {
    const earlier = this.#made.get(key);
    const numbers = earlier?.evidence.map(({ n }) => n) ?? [];
    const message = numbers.length > 0 ? `Already done: the results are ${writeNumbers(numbers)} above.` : 'Already done, and it gave no passage.';
    const content = numbers.length > 0 ? message : `${message}\n\n${earlier?.content ?? ''}`.trim();
    return { ...withoutResult({ call, arguments: input, status: 'repeated', message }), content };
  }

  /** Where passages are from, without their text; still fenced, for a title is data too. What is shorter as it is stays so. */
  #brief(content: string, evidence: readonly Evidence[]): string {
    const brief = evidence.map((one) => fenceSource(one, '…', this.#deps.nonce)).join('\n');
    return evidence.length > 0 && brief.length < content.length ? brief : content;
  }
}

type Settled = { readonly result: ToolResult } | { readonly error: unknown };

function ownedBy(settled: Settled): ToolResult {
  if ('error' in settled) {
    throw settled.error;
  }
  return settled.result;
}

function withoutResult(of: Pick<Outcome, 'call' | 'arguments' | 'status' | 'failed'> & { readonly message: string }): Outcome {
  return { ...of, evidence: [], fresh: 0, isGain: false, content: of.message, ms: 0 };
}

/** What was done about a call that failed. */
function* tellRecovery({ call, failed, message, ms }: Outcome, round: number): Generator<GatherEvent> {
  if (failed !== undefined) {
    const said = message ?? `There is no tool ${quote(call.name)}; its query was searched for.`;
    yield { type: 'recovered', during: `round ${round}`, ...failed, result: goesOn(failed.action) ? 'ok' : 'failed', message: said, ms };
  }
}

/** The error of a call that nothing can be done about here. */
function endedBy({ failed, message = 'A call of the model failed.' }: Outcome): AssistantError | undefined {
  return failed === undefined || goesOn(failed.action) ? undefined : new AssistantError(ERROR_CODES[failed.failure] ?? 'tool.failed', message);
}

const ERROR_CODES: Partial<Record<FailureClass, ErrorCode>> = { PARSE: 'tool.badArguments', UNKNOWN_TOOL: 'tool.unknown', TOOL_TIMEOUT: 'tool.timeout' };

/** Longest text of arguments that is told of, in UTF-16 units. */
const MAX_WRITTEN = 2_000;

function asWritten({ arguments: written }: ToolCall): unknown {
  const text = written.slice(0, MAX_WRITTEN);
  return parseLoosely(text) ?? text;
}

function report({ call, arguments: given, status, evidence, fresh, message, ms }: Outcome, round: number): ToolReport {
  return { round, tool: call.name, arguments: given, status, found: evidence.length, fresh, ...(message === undefined ? {} : { message }), ms };
}
