import type { OpenAI } from 'openai';
import { AssistantError, type ErrorCode } from '../../model/errors';
import type { ChatEvent, ChatModel, ChatRequest } from '../../model/ports';
import { buildBody, type ChatBody } from './asking/body';
import { RefusalMemory, type Refusable } from './asking/refusalMemory';
import { refusedPart } from './asking/refusals';
import { createClient } from './client';
import { parseApiKey, parseEndpoint, type Endpoint } from './endpoint';
import { readFailure, type Failure } from './failure';
import { readAnswer, type Call } from './reading/readAnswer';
import { withoutKey } from './reading/withoutKey';
import { timedOut, translateFailure, withoutTools } from './translate';
import { settleWithin } from './waiting';

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
  /** What models are known to refuse: share one, so that a model made anew is not asked for it again. Default: a new one. */
  readonly refusals?: RefusalMemory;
}

/** What the calls of one model have in common. */
interface Connection {
  readonly client: OpenAI;
  readonly endpoint: Endpoint;
  readonly id: string;
  readonly apiKey: string;
  readonly firstTokenTimeoutMs: number;
  readonly idleTimeoutMs: number;
  /** Grows as the model refuses parts of requests, so that each is refused once. */
  readonly refused: Set<Refusable>;
}

/** Failures whose words may say that a part of the request is not taken. */
const MAY_BE_REFUSALS: readonly ErrorCode[] = ['model.badResponse', 'model.notFound'];

/**
 * A model behind an OpenAI-compatible chat completions API, whatever the server's dialect of it. What the model refuses is left
 * out or replaced and asked for again at once; any other failure is the caller's to recover from.
 * @throws AssistantError config.invalid if the address, the model's name or the key cannot be right.
 */
export function createOpenAiModel(options: OpenAiModelOptions): ChatModel {
  const endpoint = parseEndpoint(options.baseUrl, options.model);
  const apiKey = parseApiKey(options.apiKey);
  const id = `${endpoint.shown} ${endpoint.model}`;
  const connection: Connection = {
    client: createClient(endpoint, apiKey, options.fetch),
    endpoint,
    id,
    apiKey,
    firstTokenTimeoutMs: options.firstTokenTimeoutMs ?? 180_000,
    idleTimeoutMs: options.idleTimeoutMs ?? 60_000,
    refused: (options.refusals ?? new RefusalMemory()).of(id),
  };
  return { name: endpoint.model, id, stream: (request, signal) => stream(connection, request, signal) };
}

/** Sends the request, each time without what the model refused, until there is an answer. */
async function* stream(connection: Connection, request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent> {
  const { endpoint, id, apiKey, refused } = connection;
  const hasTools = (request.tools ?? []).length > 0;
  for (;;) {
    if (hasTools && refused.has('tools')) {
      throw withoutTools(endpoint);
    }
    const body = buildBody(request, { model: endpoint.model, id, refused });
    let failure: Failure | undefined;
    const translate = (raw: unknown): AssistantError => {
      if (raw instanceof AssistantError) {
        return raw;
      }
      failure = readFailure(raw, apiKey);
      return translateFailure(failure, endpoint, raw);
    };
    let hasBegun = false;
    try {
      const events = streamOnce(connection, body, { ...connection, modelId: id, request, signal, translate });
      for await (const event of withoutKey(events, apiKey)) {
        hasBegun = true;
        yield event;
      }
      return;
    } catch (raw) {
      const error = translate(raw);
      const part = hasBegun || failure === undefined || !MAY_BE_REFUSALS.includes(error.code) ? undefined : refusedPart(failure, body);
      if (part === undefined) {
        throw error;
      }
      refused.add(part);
    }
  }
}

async function* streamOnce({ client, endpoint, firstTokenTimeoutMs: timeoutMs }: Connection, body: ChatBody, call: Call): AsyncGenerator<ChatEvent> {
  const attempt = new AbortController();
  const { signal } = call;
  try {
    const options = { body, stream: body.stream, signal: AbortSignal.any([signal, attempt.signal]) };
    const sent = client.post('/chat/completions', options).asResponse();
    const response = await settleWithin(sent, { signal, timeoutMs, timeoutError: () => timedOut(endpoint, timeoutMs, false) });
    yield* readAnswer(response.body ?? [], call);
  } finally {
    // However this ends, a time-out and a reader who has enough included, the server must not go on.
    attempt.abort();
  }
}
