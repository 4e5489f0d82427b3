import { AssistantError, type ErrorCode } from '../../src/model/errors';
import type { ChatEvent, ChatModel, ChatRequest, FinishReason, Schedule, ToolCall } from '../../src/model/ports';

/** One thing that a model of any kind does, as data: what fails is printed, and made smaller, as it stands here. */
export type AnyStep =
  /** A piece of text. */
  | string
  | { readonly repeat: string; readonly times: number }
  /** Calls of tools: name and arguments, as written. */
  | { readonly calls: readonly (readonly [name: string, args: string])[] }
  | { readonly fail: ErrorCode | 'TypeError' | 'nothing'; readonly retryable?: boolean; readonly retryAfterMs?: number }
  /** Says nothing for so long; whether it heeds its signal meanwhile or not. */
  | { readonly waitMs: number; readonly isDeaf?: boolean }
  | { readonly used: number }
  | { readonly finish: FinishReason };

/** A model that plays any script, over and over. */
export interface AnyModel extends ChatModel {
  /** What it was asked, call by call. */
  readonly requests: readonly ChatRequest[];
  /** Tokens that it has told of. */
  readonly used: number;
  /** The signals of the calls that are still under way: neither over, nor left by whoever read them. */
  readonly open: readonly AbortSignal[];
}

/** What such a model does, call by call, and from the first on again when all is played; what has no script says nothing. */
export interface AnyScripts {
  /** Where it may call tools. */
  readonly plans: readonly (readonly AnyStep[])[];
  /** Elsewhere. */
  readonly replies: readonly (readonly AnyStep[])[];
}

/** Makes such a model. */
export function createAnyModel({ plans, replies }: AnyScripts, schedule: Schedule): AnyModel {
  const state = { plans: 0, replies: 0, used: 0 };
  const requests: ChatRequest[] = [];
  const open = new Set<AbortSignal>();
  const next = ({ tools }: ChatRequest) => (
    (tools === undefined ? replies[state.replies++ % replies.length] : plans[state.plans++ % plans.length]) ?? []
  );
  async function* stream(script: readonly AnyStep[], signal: AbortSignal): AsyncGenerator<ChatEvent> {
    open.add(signal);
    try {
      for (const step of script) {
        for await (const event of play(step, schedule, signal)) {
          state.used += event.type === 'usage' ? (event.usage.outputTokens ?? 0) : 0;
          yield event;
        }
      }
    } finally {
      open.delete(signal);
    }
  }
  return {
    name: 'any',
    id: 'any',
    requests,
    get used() { return state.used; },
    get open() { return [...open]; },
    stream: (request, signal) => {
      requests.push(request);
      return stream(next(request), signal);
    },
  };
}

async function* play(step: AnyStep, schedule: Schedule, signal: AbortSignal): AsyncGenerator<ChatEvent> {
  await Promise.resolve();
  if (typeof step === 'string') {
    yield { type: 'text', text: step };
  } else if ('repeat' in step) {
    for (let at = 0; at < step.times; at++) {
      yield { type: 'text', text: step.repeat };
    }
  } else if ('calls' in step) {
    yield { type: 'toolCalls', calls: step.calls.map(([name, args], at): ToolCall => ({ id: `call_${at}`, name, arguments: args })) };
  } else if ('fail' in step) {
    throw failureOf(step);
  } else if ('waitMs' in step) {
    await wait(step, schedule, signal);
  } else if ('used' in step) {
    yield { type: 'usage', usage: { outputTokens: step.used } };
  } else {
    yield { type: 'finish', reason: step.finish };
  }
}

function failureOf({ fail, retryable = false, retryAfterMs }: Extract<AnyStep, { readonly fail: unknown }>): unknown {
  switch (fail) {
    case 'TypeError':
      return new TypeError('x is not a function');
    case 'nothing':
      return undefined;
    default:
      return new AssistantError(fail, 'It failed.', { retryable, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
  }
}

/** Lets time pass; rejects once the signal fires, unless it is deaf. */
function wait({ waitMs, isDeaf = false }: { readonly waitMs: number; readonly isDeaf?: boolean }, schedule: Schedule, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      cancel();
      reject(new AssistantError('cancelled', 'Cancelled.'));
    };
    // Whoever hears nothing says nothing either: its time is not the world's.
    const cancel = isDeaf ? () => undefined : schedule(waitMs, () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
    if (isDeaf) {
      return;
    }
    if (signal.aborted) {
      stop();
    } else {
      signal.addEventListener('abort', stop, { once: true });
    }
  });
}
