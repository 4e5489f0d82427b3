import { APIError } from 'openai';
import type { Usage } from '../../model/answer';
import { AssistantError } from '../../model/errors';
import type { ChatEvent } from '../../model/ports';
import { readDelta, type Delta } from './delta';
import type { Endpoint } from './endpoint';
import { readPayloads } from './payloads';
import { ReasoningFilter } from './reasoningFilter';
import { cutOff, emptyAnswer, timedOut, waitOf } from './translate';
import { settleWithin } from './waiting';

/** What a call is bound by. */
export interface CallLimits {
  readonly endpoint: Endpoint;
  readonly signal: AbortSignal;
  readonly firstTokenTimeoutMs: number;
  readonly idleTimeoutMs: number;
  /** Translates what the library or the server reports as an error. */
  readonly translate: (raw: unknown) => AssistantError;
}

/** How far an answer has come. */
interface Progress {
  /** The model has said or thought something. */
  hasToken: boolean;
  /** Something of it was shown. */
  hasText: boolean;
  finish: string | undefined;
  usage: Usage | undefined;
}

/**
 * Reads the body of a chat answer: text as it comes, without reasoning, and at the end what it cost.
 * An answer is whole if the server says so in any of three ways: a finish reason, its usage, or `[DONE]`.
 *
 * @throws AssistantError model.*, cancelled.
 */
export async function* readAnswer(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, limits: CallLimits): AsyncGenerator<ChatEvent> {
  const payloads = readPayloads(body);
  const filter = new ReasoningFilter();
  const progress: Progress = { hasToken: false, hasText: false, finish: undefined, usage: undefined };
  let next = await nextPayload(payloads, progress, limits);
  for (; next.done !== true; next = await nextPayload(payloads, progress, limits)) {
    const delta = readDelta(next.value);
    note(delta, progress, limits);
    yield* show(filter.push(delta.text), progress);
  }
  yield* show(filter.end(), progress);
  if (!next.value && progress.finish === undefined && progress.usage === undefined) {
    throw cutOff(limits.endpoint, progress.hasText);
  }
  if (!progress.hasText) {
    throw emptyAnswer(limits.endpoint, progress.finish);
  }
  if (progress.usage !== undefined) {
    yield { type: 'usage', usage: progress.usage };
  }
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

function note(delta: Delta, progress: Progress, { translate }: CallLimits): void {
  if (delta.error !== undefined) {
    const error = translate(new APIError(undefined, { error: delta.error }, undefined, undefined));
    throw progress.hasText ? afterText(error) : error;
  }
  progress.hasToken ||= delta.isReasoning || delta.text !== '';
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
