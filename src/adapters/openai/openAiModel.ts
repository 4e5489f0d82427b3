import type { OpenAI } from 'openai';
import { AssistantError, toAssistantError } from '../../model/errors';
import type { ChatEvent, ChatModel, ChatRequest } from '../../model/ports';
import { createClient } from './client';
import { parseApiKey, parseEndpoint, type Endpoint } from './endpoint';
import { readFailure } from './failure';
import { buildBody, refusedPart, type Refusable } from './parameters';
import { readAnswer, type CallLimits } from './readAnswer';
import { retryDelay } from './retry';
import { timedOut, translateFailure } from './translate';
import { pause, settleWithin } from './waiting';

/** Where and how to reach a model. */
export interface OpenAiModelOptions {
  /** Base URL of an OpenAI-compatible API, such as `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  /** Never taken from the environment here. */
  readonly apiKey: string | undefined;
  /** Default: the global one, looked up at each call. */
  readonly fetch?: typeof fetch;
  /**
   * Longest wait for the first word, thinking included. Local servers load the model first.
   * Node's own fetch gives up after 300 000 ms without response headers.
   */
  readonly firstTokenTimeoutMs?: number;
  /** Longest silence after the first word. */
  readonly idleTimeoutMs?: number;
}

/** What the calls of one model have in common. */
interface Connection {
  readonly client: OpenAI;
  readonly endpoint: Endpoint;
  readonly apiKey: string;
  readonly firstTokenTimeoutMs: number;
  readonly idleTimeoutMs: number;
  /** Grows as the model refuses parameters, so that each is refused once. */
  readonly refused: Set<Refusable>;
}

/**
 * A model behind an OpenAI-compatible chat completions API, whatever the server's dialect of it.
 * @throws AssistantError config.invalid if the address, the model's name or the key cannot be right.
 */
export function createOpenAiModel(options: OpenAiModelOptions): ChatModel {
  const endpoint = parseEndpoint(options.baseUrl, options.model);
  const apiKey = parseApiKey(options.apiKey);
  const connection: Connection = {
    client: createClient(endpoint, apiKey, options.fetch),
    endpoint,
    apiKey,
    firstTokenTimeoutMs: options.firstTokenTimeoutMs ?? 180_000,
    idleTimeoutMs: options.idleTimeoutMs ?? 60_000,
    refused: new Set(),
  };
  return { name: endpoint.model, id: `${endpoint.shown} ${endpoint.model}`, stream: (request, signal) => streamWithRetries(connection, request, signal) };
}

/** Tries again where that may help, but never once text was shown: the reader would see it twice. */
async function* streamWithRetries(connection: Connection, request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent> {
  for (let retries = 0; ; retries += 1) {
    let hasText = false;
    try {
      for await (const event of streamOnce(connection, request, signal)) {
        hasText = true;
        yield event;
      }
      return;
    } catch (raw) {
      const error = toAssistantError(raw);
      const delay = hasText ? undefined : retryDelay(error, retries, Math.random());
      if (delay === undefined) {
        throw error;
      }
      await pause(delay, signal);
    }
  }
}

async function* streamOnce(connection: Connection, request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent> {
  const attempt = new AbortController();
  const limits: CallLimits = { ...connection, signal, translate: (raw) => translate(raw, connection) };
  try {
    const response = await open(connection, request, { ...limits, httpSignal: AbortSignal.any([signal, attempt.signal]) });
    yield* readAnswer(response.body ?? [], limits);
  } finally {
    // However this ends, a time-out and a reader who has enough included, the server must not go on.
    attempt.abort();
  }
}

/** Sends the request, each time without what the model refused, until there is an answer to read. */
async function open(
  { client, endpoint, apiKey, refused, firstTokenTimeoutMs: timeoutMs }: Connection,
  request: ChatRequest,
  { signal, httpSignal, translate }: CallLimits & { readonly httpSignal: AbortSignal },
): Promise<Response> {
  for (;;) {
    const body = buildBody(endpoint.model, request, refused);
    const call = client.chat.completions.create(body, { signal: httpSignal }).asResponse();
    try {
      return await settleWithin(call, { signal, timeoutMs, timeoutError: () => timedOut(endpoint, timeoutMs, false) });
    } catch (raw) {
      const error = translate(raw);
      const part = error.code === 'model.badResponse' ? refusedPart(readFailure(raw, apiKey), body) : undefined;
      if (part === undefined) {
        throw error;
      }
      refused.add(part);
    }
  }
}

function translate(raw: unknown, { endpoint, apiKey }: Connection): AssistantError {
  return raw instanceof AssistantError ? raw : translateFailure(readFailure(raw, apiKey), endpoint, raw);
}
