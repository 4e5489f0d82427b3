import { APIError, OpenAI } from 'openai';
import { withBoundedFailure } from './boundedBody';
import type { Server } from './endpoint';

/** The largest delay of a timer: the library's own time-out must never come before ours. */
const NEVER_MS = 2 ** 31 - 1;

/** The headers that a chat call needs. The library would add a dozen about the machine, and what the environment says. */
const HEADERS = ['accept', 'content-type'];

/**
 * The library with its risky defaults closed: nothing is taken from the environment (keys, addresses, headers, log
 * level), nothing is logged, nothing is retried, no redirection is followed, no time-out but ours.
 *
 * @param apiKey - not empty.
 */
export function createClient({ baseUrl, host }: Server, apiKey: string, fetchFn: typeof fetch | undefined): OpenAI {
  return new PlainClient({
    baseURL: baseUrl,
    apiKey,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: NEVER_MS,
    logLevel: 'off',
    fetch: async (url, init) => {
      const given = new Headers(init?.headers);
      const kept = HEADERS.flatMap((name) => (given.has(name) ? [[name, given.get(name) ?? ''] as [string, string]] : []));
      const headers = [...kept, ...keyHeaders(host, apiKey)];
      // The global one is looked up at each call: the editor replaces it to honour its proxy settings.
      // A redirection would carry the question to a server that nobody chose.
      return withBoundedFailure(await (fetchFn ?? fetch)(url, { ...init, headers, redirect: 'manual' }));
    },
  });
}

/** Azure takes a key only under a name of its own. */
function keyHeaders(host: string, apiKey: string): [string, string][] {
  const isAzure = /\.azure\.com:\d+$/.test(host);
  return [['authorization', `Bearer ${apiKey}`], ...(isAzure ? [['api-key', apiKey] as [string, string]] : [])];
}

class PlainClient extends OpenAI {
  /** Keeps the whole body of a failure: the library keeps `body.error` and loses what has another shape. */
  protected override makeStatusError(status: number, body: object | undefined, text: string | undefined, headers: Headers): APIError {
    return new APIError(status, body, text, headers);
  }
}
