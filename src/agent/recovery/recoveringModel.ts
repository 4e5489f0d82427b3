import { AssistantError, refuseIfCancelled } from '../../model/errors';
import type { Classified, RecoveryAction, RecoveryTable } from '../../model/failure';
import type { ChatEvent, ChatModel, ChatRequest, Schedule } from '../../model/ports';
import { classify } from './classify';
import { decide } from './decide';
import { OpenStep, type StepDeps } from './openStep';
import { pause } from './pause';

/** What the recovery of a turn's calls needs. */
export interface RecoveryDeps extends StepDeps {
  readonly table: RecoveryTable;
  readonly schedule: Schedule;
  /** In [0, 1); spreads the callers of a busy server. */
  readonly random: () => number;
}

/** The first wait before a call is made again; each further one is twice as long. */
const FIRST_DELAY_MS = 500;

/** With less than this left no call is made again: it would be given up before a server can answer. */
const MIN_ATTEMPT_MS = 1_000;

/**
 * A model whose calls are made again where the table says so and that may help: after a wait, or with less context. Only
 * until the first piece of a response is there to show: the reader would see it twice. All recovery of a turn takes no longer
 * than its budget: a call that is made again must show a sign of life within it. Any event is one, an empty text too.
 *
 * Whatever else the table says of a failure is up to the caller, who gets the last error as it is.
 */
export function recoveringModel(model: ChatModel, deps: RecoveryDeps): ChatModel {
  return { name: model.name, id: model.id, stream: (request, signal) => stream(model, request, deps, signal) };
}

/** A call as it is made. */
interface Attempt {
  readonly request: ChatRequest;
  /** The step of recovery that led to it, and the longest wait for a sign of life; none for the first attempt. */
  readonly repeat?: { readonly step: OpenStep; readonly limitMs: number };
}

async function* stream(model: ChatModel, request: ChatRequest, deps: RecoveryDeps, signal: AbortSignal): AsyncGenerator<ChatEvent> {
  let attempt: Attempt = { request };
  for (let attempts = 0; ; attempts++) {
    const started = deps.now();
    let isShown = false;
    try {
      for await (const event of call(model, attempt, deps.schedule, signal)) {
        isShown ||= isToShow(event);
        yield event;
      }
      attempt.repeat?.step.end('ok');
      return;
    } catch (raw) {
      const failed = classify(raw);
      if (isShown) {
        throw failed.error;
      }
      attempt.repeat?.step.end('failed');
      refuseIfCancelled(signal);
      attempt = await nextAttempt(failed, { request: attempt.request, attempts, tookMs: deps.now() - started }, deps, signal);
    }
  }
}

/** One call. Before its first event to show there are signs of life at most; what else is not to be shown comes last. */
async function* call(model: ChatModel, { request, repeat }: Attempt, schedule: Schedule, outer: AbortSignal): AsyncGenerator<ChatEvent> {
  const limit = new AbortController();
  const stopWaiting = repeat === undefined ? () => undefined : schedule(repeat.limitMs, () => { limit.abort(); });
  const signal = AbortSignal.any([outer, limit.signal]);
  const heldBack: ChatEvent[] = [];
  let isShown = false;
  try {
    for await (const event of model.stream(request, signal)) {
      stopWaiting();
      repeat?.step.sawLife();
      if (isToShow(event)) {
        isShown = true;
        repeat?.step.end('ok');
      }
      if (isShown || event.type === 'text') {
        yield event;
      } else {
        heldBack.push(event);
      }
    }
    refuseIfCancelled(signal);
    yield* heldBack;
  } catch (error) {
    throw repeat !== undefined && limit.signal.aborted && !outer.aborted ? silent(model, repeat.limitMs) : error;
  } finally {
    stopWaiting();
  }
}

function isToShow(event: ChatEvent): boolean {
  return event.type === 'toolCalls' || (event.type === 'text' && event.text !== '');
}

/** A call that failed before it had anything to show. */
interface FailedCall {
  readonly request: ChatRequest;
  /** Actions taken for it so far. */
  readonly attempts: number;
  readonly tookMs: number;
}

/**
 * Decides how to go on, and waits until then.
 * @throws the error, where this is not the place to go on; AssistantError cancelled.
 */
async function nextAttempt(failed: Classified, { request, attempts, tookMs }: FailedCall, deps: RecoveryDeps, signal: AbortSignal): Promise<Attempt> {
  const { failure, error } = failed;
  const { table, budget, now } = deps;
  const delayMs = delayBefore(error, attempts, deps.random());
  const smaller = failure === 'CONTEXT_OVERFLOW' ? request.smaller?.() : undefined;
  const isHelpful: Partial<Record<RecoveryAction, boolean>> = {
    // A call that waited longer than the next one may has most likely waited in vain: so would the next one.
    retry: mayPass(failed) && delayMs + Math.max(tookMs, MIN_ATTEMPT_MS) <= budget.leftMs,
    shrink: smaller !== undefined && MIN_ATTEMPT_MS <= budget.leftMs,
  };
  const action = decide(failure, table, attempts, (candidate) => isHelpful[candidate] ?? true);
  if (isHelpful[action] !== true) {
    throw error;
  }
  const step = new OpenStep(failed, action, deps);
  const leftMs = budget.leftMs;
  const started = now();
  if (action === 'retry') {
    await pause(delayMs, deps.schedule, signal).finally(() => { endIfCancelled(step, signal); });
  }
  const limitMs = Math.min(table[failure].timeoutMs, leftMs - (now() - started));
  return { request: smaller ?? request, repeat: { step, limitMs } };
}

function endIfCancelled(step: OpenStep, signal: AbortSignal): void {
  if (signal.aborted) {
    step.end('failed');
  }
}

/**
 * True if the same call may succeed later. What is not known may; of the rest the error says so itself, and whoever names a
 * time to come back means it.
 */
function mayPass({ failure, error }: Classified): boolean {
  return failure === 'UNKNOWN' || error.retryable || error.retryAfterMs !== undefined;
}

/** Never earlier than the server asked for; never all callers at once. */
function delayBefore({ retryAfterMs }: AssistantError, attempts: number, random: number): number {
  const delayMs = retryAfterMs === undefined ? FIRST_DELAY_MS * 2 ** attempts : Math.max(0, retryAfterMs);
  return Math.ceil(delayMs + (random * FIRST_DELAY_MS) / 2);
}

function silent({ name }: ChatModel, ms: number): AssistantError {
  const seconds = Math.round(ms / 100) / 10;
  return new AssistantError('model.unreachable', `${name} did not answer a repeated request for ${seconds} s. Check that its server runs, then ask again.`, { retryable: true });
}
