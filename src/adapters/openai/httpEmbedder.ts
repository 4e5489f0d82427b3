import { createHash } from 'node:crypto';
import { AssistantError } from '../../model/errors';
import type { BatchEmbedding, Embedder, PairedEmbedder } from '../../model/ports';
import { createClient } from './client';
import { batches, headOf, withinTokens, type BatchLimits, type Item } from './embedding/batches';
import { Exchange } from './embedding/exchange';
import { nameItem, readVectors, type Embedded } from './embedding/readVectors';
import { prefixesOf, roleFields, type TextRole } from './embedding/roles';
import { parseApiKey, parseEndpoint, type Endpoint } from './endpoint';
import type { Failure } from './failure';
import { pause } from './waiting';

/** Where and how to reach an embedding model. */
export interface HttpEmbedderOptions {
  /** Base URL of an OpenAI-compatible API, such as `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey: string | undefined;
  /** What the model wants to read before a text. Default: what models of its name are known to want. */
  readonly prefixes?: Readonly<Record<TextRole, string>>;
  /** Size of the vectors, where it is known from before; otherwise it is learned with one request. */
  readonly dimensions?: number;
  /** Longer texts are cut; estimated. Default 8 000. */
  readonly maxTokens?: number;
  /** Most texts in one request. Default 32, which every server takes. */
  readonly maxItems?: number;
  /** Longest wait for one answer. Local servers load the model first. Default 120 000. */
  readonly timeoutMs?: number;
  /** Default: the global one, looked up at each call. */
  readonly fetch?: typeof fetch;
  /** Waits before a busy server is asked again. Default: real time. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Tokens of one request, estimated: little enough for a server on this machine, and for the limits of all services. */
const MAX_REQUEST_TOKENS = 50_000;

/** Where so many texts in a row are refused, it is not for what they say. */
const HOPELESS = 8;

/** A text that is refused as too long even at this length is refused for something else. */
const MIN_LENGTH = 64;

/** A number of texts, not their length, is too much. */
const TOO_MANY = /batch size|too many (?:inputs|items|texts|documents)|number of (?:inputs|items|texts)|at most \d+ (?:inputs|items|texts)/i;
const TOO_LONG = /too (?:long|large|big|many)|exceed|longer than|larger than|maximum|\blimit/i;

/**
 * Connects to a model of embeddings behind an OpenAI-compatible API.
 * @throws AssistantError config.invalid, embedding.failed, cancelled.
 */
export async function createHttpEmbedder(options: HttpEmbedderOptions, signal: AbortSignal): Promise<PairedEmbedder> {
  const { baseUrl, model, prefixes = prefixesOf(model), maxTokens = 8_000, maxItems = 32 } = options;
  const endpoint = parseEndpoint(baseUrl, model);
  const apiKey = parseApiKey(options.apiKey);
  const client = createClient(endpoint, apiKey, options.fetch);
  const exchange = new Exchange({ client, endpoint, apiKey, timeoutMs: options.timeoutMs ?? 120_000, pause: options.pause ?? pause });
  const dimensions = options.dimensions ?? (await learnDimensions(exchange, endpoint, signal));
  const id = identify(endpoint, dimensions, prefixes);
  const shared = { id, dimensions, maxTokens, endpoint, exchange, limits: { maxItems, maxTokens: MAX_REQUEST_TOKENS } };
  const queries = new RoleEmbedder(shared, 'query', prefixes.query);
  return Object.assign(new RoleEmbedder(shared, 'document', prefixes.document), { queries });
}

async function learnDimensions(exchange: Exchange, endpoint: Endpoint, signal: AbortSignal): Promise<number> {
  const item = { at: 0, text: 'How long is a vector?' };
  const reply = await exchange.send([item.text], roleFields(endpoint, 'query'), signal);
  if (reply.kind === 'refused') {
    throw refused(item, reply.failure, endpoint);
  }
  const [vector] = vectorsOf(readVectors(reply.answer, { endpoint, batch: [item], dimensions: undefined }));
  return vector?.length ?? 0;
}

/** Whatever makes two vectors incomparable makes two ids. */
function identify({ shown, model }: Endpoint, dimensions: number, prefixes: Readonly<Record<TextRole, string>>): string {
  const fingerprint = createHash('sha256').update(JSON.stringify([shown, model, dimensions, prefixes.query, prefixes.document])).digest('hex');
  return `http-${model.replace(/[^\w.-]+/g, '_')}-${dimensions}-${fingerprint.slice(0, 12)}`;
}

/** What the embedders of one model have in common. */
interface Shared {
  readonly id: string;
  readonly dimensions: number;
  readonly maxTokens: number;
  readonly endpoint: Endpoint;
  readonly exchange: Exchange;
  /** Shrinks as the server says that it takes less. */
  readonly limits: BatchLimits;
}

class RoleEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions: number;
  readonly maxTokens: number;
  readonly batch: BatchEmbedding;
  readonly #shared: Shared;
  readonly #role: TextRole;
  readonly #prefix: string;

  constructor(shared: Shared, role: TextRole, prefix: string) {
    this.id = shared.id;
    this.dimensions = shared.dimensions;
    this.maxTokens = shared.maxTokens;
    this.batch = { size: shared.limits.maxItems, embedEach: (texts, signal) => this.#embedEach(texts, signal) };
    this.#shared = shared;
    this.#role = role;
    this.#prefix = prefix;
  }

  async embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    return vectorsOf(await this.#embedEach(texts, signal));
  }

  async dispose(): Promise<void> {
    // Nothing is held open between requests.
  }

  async #embedEach(texts: readonly string[], signal: AbortSignal): Promise<Embedded[]> {
    const items = texts.map((text, at) => ({ at, text: this.#prepare(text) }));
    const embedded: Embedded[] = [];
    for (const batch of batches(items, this.#shared.limits)) {
      embedded.push(...(await this.#embedBatch(batch, signal)));
    }
    return embedded;
  }

  /** Servers refuse an empty text; what stands for it is like nothing much. */
  #prepare(text: string): string {
    return withinTokens(this.#prefix + (text.trim() === '' ? '-' : text), this.maxTokens);
  }

  /** Embeds a batch; in halves where the server does not take it whole, down to the texts that are at fault. */
  async #embedBatch(batch: readonly Item[], signal: AbortSignal): Promise<Embedded[]> {
    const { exchange, endpoint, dimensions, limits } = this.#shared;
    const reply = await exchange.send(batch.map(({ text }) => text), roleFields(endpoint, this.#role), signal);
    if (reply.kind === 'answered') {
      return readVectors(reply.answer, { endpoint, batch, dimensions });
    }
    const { failure } = reply;
    const [first, ...others] = batch;
    if (first === undefined || others.length > 0) {
      const half = Math.ceil(batch.length / 2);
      if (TOO_MANY.test(failure.words)) {
        limits.maxItems = Math.min(limits.maxItems, half);
      }
      const embedded = await this.#embedBatch(batch.slice(0, half), signal);
      if (half >= HOPELESS && embedded.every((each) => each instanceof AssistantError)) {
        return vectorsOf(embedded);
      }
      return [...embedded, ...(await this.#embedBatch(batch.slice(half), signal))];
    }
    if (isTooLong(failure) && first.text.length > MIN_LENGTH) {
      return this.#embedBatch([{ ...first, text: headOf(first.text, first.text.length / 2) }], signal);
    }
    return [refused(first, failure, endpoint)];
  }
}

/** @throws AssistantError the first reason why there is no vector. */
function vectorsOf(embedded: readonly Embedded[]): Float32Array[] {
  return embedded.map((each) => {
    if (each instanceof AssistantError) {
      throw each;
    }
    return each;
  });
}

function isTooLong({ status, words }: Failure): boolean {
  return status === 413 || TOO_LONG.test(words);
}

function refused(item: Item, { status, words }: Failure, { model, host }: Endpoint): AssistantError {
  const said = words === '' ? `Its status was ${status ?? 500}.` : `The server said: "${words}".`;
  return new AssistantError('embedding.failed', `${model} at ${host} refused ${nameItem(item)}. ${said} Check that this is an embedding model; exclude the file that the text is from if it is not to be searched.`);
}
