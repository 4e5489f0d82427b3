import { APIError, type OpenAI } from 'openai';
import { AssistantError } from '../../../model/errors';
import type { Endpoint } from '../endpoint';
import { readFailure, type Failure } from '../failure';
import { fieldsOf } from '../fields';
import { timedOut, translateFailure } from '../translate';
import { settleWithin } from '../waiting';
import { readBody } from './readBody';

/** What the requests to a server of embeddings have in common. */
export interface ExchangeOptions {
  readonly client: OpenAI;
  readonly endpoint: Endpoint;
  readonly apiKey: string;
  readonly timeoutMs: number;
  /** @throws AssistantError cancelled */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** An answer, or why this batch was not taken: another cut of it may be. */
export type BatchReply = { readonly kind: 'answered'; readonly answer: unknown } | { readonly kind: 'refused'; readonly failure: Failure };

const MAX_TRIES = 5;
const FIRST_WAIT_MS = 1_000;
/** A server that asks for a longer wait is not waited for. */
const MAX_WAIT_MS = 60_000;

/** Failures of a server that are the fault of a text: some run into numbers that are none. */
const BAD_NUMBERS = /\bNaN\b|unsupported value/;

/** Sends texts, without what the server refused before, and again where it is busy. */
export class Exchange {
  readonly #options: ExchangeOptions;
  readonly #refused = new Set<string>();

  constructor(options: ExchangeOptions) {
    this.#options = options;
  }

  /**
   * Sends one batch.
   * @param fields - told besides, unless the server refuses them.
   * @throws AssistantError embedding.failed, cancelled.
   */
  async send(input: readonly string[], fields: Readonly<Record<string, string>>, signal: AbortSignal): Promise<BatchReply> {
    const { apiKey, endpoint, pause } = this.#options;
    for (let tries = 1; ; tries++) {
      // The library would ask for base64 by itself, and take what a server that knows only numbers sends for base64.
      const extra = Object.entries({ encoding_format: 'float', ...fields }).filter(([name]) => !this.#refused.has(name));
      try {
        return { kind: 'answered', answer: await this.#post({ model: endpoint.model, input, ...Object.fromEntries(extra) }, signal) };
      } catch (raw) {
        const failure = raw instanceof AssistantError ? undefined : readFailure(raw, apiKey);
        const error = failure === undefined ? (raw as AssistantError) : translateFailure(failure, endpoint, raw);
        if (failure !== undefined && this.#learn(failure, extra)) {
          continue;
        }
        if (failure !== undefined && isAboutTexts(error, failure)) {
          return { kind: 'refused', failure };
        }
        await pause(waitBefore(error, tries), signal);
      }
    }
  }

  async #post(body: object, signal: AbortSignal): Promise<unknown> {
    const { client, endpoint, timeoutMs } = this.#options;
    const attempt = new AbortController();
    try {
      const sent = client.post('/embeddings', { body, signal: AbortSignal.any([signal, attempt.signal]) }).asResponse();
      const read = sent.then((response) => readBody(response.body ?? [], endpoint));
      const answer = await settleWithin(read, { signal, timeoutMs, timeoutError: () => timedOut(endpoint, timeoutMs, false) });
      const { error } = fieldsOf(Array.isArray(answer) ? answer[0] : answer);
      if (error !== undefined && error !== null) {
        throw new APIError(undefined, { error }, undefined, undefined);
      }
      return answer;
    } finally {
      attempt.abort();
    }
  }

  /** True if the server refuses one of these fields: it is left out from now on. */
  #learn({ status, words }: Failure, fields: readonly (readonly [name: string, value: string])[]): boolean {
    const named = status === 400 || status === 422 ? fields.find(([name]) => words.includes(name)) : undefined;
    if (named !== undefined) {
      this.#refused.add(named[0]);
    }
    return named !== undefined;
  }
}

function isAboutTexts({ code, retryable }: AssistantError, { words }: Failure): boolean {
  return code === 'model.contextOverflow' || code === 'model.contentFilter' || (code === 'model.badResponse' && !retryable) || BAD_NUMBERS.test(words);
}

/** @throws the error as embedding.failed, if the same request should not be made again. */
function waitBefore(error: AssistantError, tries: number): number {
  const mayPass = error.retryable && (error.code === 'model.rateLimited' || error.code === 'model.badResponse');
  const wait = error.retryAfterMs ?? FIRST_WAIT_MS * 2 ** (tries - 1);
  if (mayPass && tries < MAX_TRIES && wait <= MAX_WAIT_MS) {
    return wait;
  }
  throw error.code === 'cancelled' ? error : new AssistantError('embedding.failed', error.message, { retryable: error.retryable, cause: error });
}
