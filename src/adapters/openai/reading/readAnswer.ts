import { APIError } from 'openai';
import type { Usage } from '../../../model/answer';
import { AssistantError } from '../../../model/errors';
import type { ChatEvent, ChatRequest } from '../../../model/ports';
import type { Endpoint } from '../endpoint';
import { replayOf } from '../replay';
import { brokenOff, cutOff, emptyAnswer, timedOut, waitOf } from '../translate';
import { settleWithin } from '../waiting';
import { CallGatherer } from './callGatherer';
import { readDelta, type Delta } from './delta';
import { isBrokenOff, readFinish } from './finish';
import { readPayloads } from './payloads';
import { ReasoningFilter } from './reasoningFilter';
import { ReplayGatherer } from './replayGatherer';
import { StopFilter } from './stopFilter';

/** What a call is bound by. */
export interface CallLimits {
  readonly endpoint: Endpoint;
  readonly signal: AbortSignal;
  readonly firstTokenTimeoutMs: number;
  readonly idleTimeoutMs: number;
  /** Translates what the library or the server reports as an error. */
  readonly translate: (raw: unknown) => AssistantError;
}

/** The call that is answered. */
export interface Call extends CallLimits {
  readonly request: ChatRequest;
  /** Id of the model. */
  readonly modelId: string;
}

/** How far an answer has come. */
interface Progress {
  /** The model has said, thought or called something. */
  hasToken: boolean;
  /** Something of it was shown. */
  hasText: boolean;
  finish: string | undefined;
  usage: Usage | undefined;
  readonly filter: ReasoningFilter;
  readonly stop: StopFilter;
  readonly calls: CallGatherer;
  readonly replay: ReplayGatherer;
}

/**
 * Reads the body of a chat answer: text as it comes, without reasoning, and at the end the calls of tools, what it cost and why
 * it ended. An answer is whole if the server says so in any of three ways: a finish reason, its usage, or `[DONE]`; or if it
 * came to a stop text, at which it is left.
 *
 * A model that thinks or calls before it says anything gives an empty text, as a sign of life.
 *
 * @throws AssistantError model.*, cancelled.
 */
export async function* readAnswer(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, call: Call): AsyncGenerator<ChatEvent> {
  const payloads = readPayloads(body);
  const progress = begin(call);
  const { filter, stop } = progress;
  let next = await nextPayload(payloads, progress, call);
  while (next.done !== true) {
    const delta = readDelta(next.value);
    yield* note(delta, progress, call);
    yield* show(stop.push(filter.push(delta.text)), progress);
    if (stop.isHit) {
      break;
    }
    next = await nextPayload(payloads, progress, call);
  }
  yield* show(stop.push(filter.end()) + stop.end(), progress);
  const isMarked = next.done === true && next.value;
  if (!isMarked && !stop.isHit && progress.finish === undefined && progress.usage === undefined) {
    throw cutOff(call.endpoint, progress.hasText);
  }
  yield* end(progress, call);
}

function begin({ request }: Call): Progress {
  return {
    hasToken: false,
    hasText: false,
    finish: undefined,
    usage: undefined,
    filter: new ReasoningFilter(),
    stop: new StopFilter(request.stop ?? []),
    calls: new CallGatherer(),
    replay: new ReplayGatherer(),
  };
}

async function nextPayload(
  payloads: AsyncGenerator<unknown, boolean>,
  { hasToken, hasText }: Progress,
  { endpoint, signal, firstTokenTimeoutMs, idleTimeoutMs }: CallLimits,
): Promise<IteratorResult<unknown, boolean>> {
  const timeoutMs = hasToken ? idleTimeoutMs : firstTokenTimeoutMs;
  try {
    return await settleWithin(payloads.next(), { signal, timeoutMs, timeoutError: () => timedOut(endpoint, timeoutMs, hasText) });
  } catch (raw) {
    throw raw instanceof AssistantError ? raw : cutOff(endpoint, hasText, raw);
  }
}

function* note(delta: Delta, progress: Progress, { translate }: CallLimits): Generator<ChatEvent> {
  if (delta.error !== undefined) {
    const error = translate(new APIError(undefined, { error: delta.error }, undefined, undefined));
    throw progress.hasText ? afterText(error) : error;
  }
  const isSilentToken = delta.text === '' && (delta.isThinking || delta.calls.length > 0);
  if (isSilentToken && !progress.hasToken) {
    yield { type: 'text', text: '' };
  }
  progress.hasToken ||= isSilentToken || delta.text !== '';
  progress.calls.add(delta.calls);
  progress.replay.add(delta.replay);
  progress.finish = delta.finish ?? progress.finish;
  // Some servers repeat the count in every payload, growing: the last one holds.
  progress.usage = delta.usage ?? progress.usage;
}

function afterText(error: AssistantError): AssistantError {
  return new AssistantError(error.code, `The answer is cut off. ${error.message}`, { ...waitOf(error), retryable: error.retryable });
}

function* show(text: string, progress: Progress): Generator<ChatEvent> {
  if (text !== '') {
    progress.hasText = true;
    yield { type: 'text', text };
  }
}

function* end(progress: Progress, { endpoint, request, modelId }: Call): Generator<ChatEvent> {
  const calls = progress.calls.end(modelId, callIds(request), newId);
  const { finish, usage, hasText, stop } = progress;
  if (isBrokenOff(finish)) {
    throw brokenOff(endpoint, hasText);
  }
  const reason = stop.isHit ? 'stop' : readFinish(finish, calls.length > 0);
  const maySayNothing = (request.tools ?? []).length > 0 && reason !== 'contentFilter';
  if (!hasText && calls.length === 0 && !maySayNothing) {
    throw emptyAnswer(endpoint, reason);
  }
  if (calls.length > 0) {
    yield { type: 'toolCalls', calls, ...replayOf(modelId, progress.replay.end()) };
  }
  if (usage !== undefined) {
    yield { type: 'usage', usage };
  }
  if (reason !== undefined) {
    yield { type: 'finish', reason };
  }
}

/** Ids that calls of the conversation have: some servers begin to count anew in each response. */
function callIds({ messages }: ChatRequest): ReadonlySet<string> {
  return new Set(messages.flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []).map(({ id }) => id) : [])));
}

/** Nine letters and digits: what the strictest server takes. */
function newId(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 9);
}
