import { AssistantError } from '../../model/errors';

/** Where an API is served. Everything in it but `baseUrl` may be shown. */
export interface Server {
  /** As the library wants it: no slash at the end, the query kept (some gateways want one). */
  readonly baseUrl: string;
  /** `baseUrl` without its query, which may hold a secret. */
  readonly shown: string;
  /** Host and port, the port even where the scheme implies it. */
  readonly host: string;
}

/** A model of a server. */
export interface Endpoint extends Server {
  readonly model: string;
}

/**
 * Reads the address and the name of a model.
 * @throws AssistantError config.invalid
 */
export function parseEndpoint(baseUrl: string, model: string): Endpoint {
  const server = parseServer(baseUrl);
  if (model.trim() === '') {
    throw new AssistantError('config.invalid', `No model is named for ${server.host}. Set the name of a model that this server offers.`);
  }
  return { ...server, model: model.trim() };
}

/**
 * Reads a base URL, and corrects the commonest slip: the full address of a call.
 * @throws AssistantError config.invalid
 */
export function parseServer(baseUrl: string): Server {
  const url = parseHttpUrl(baseUrl.trim());
  if (url.username !== '' || url.password !== '') {
    throw new AssistantError('config.invalid', 'The base URL of the model contains a user name or a password. Take it out of the URL and set it as the API key.');
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(?:chat\/completions|embeddings)$/, '');
  const shown = url.origin + path;
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return { baseUrl: shown + url.search, shown, host: `${url.hostname}:${port}` };
}

function parseHttpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') {
    return url;
  }
  // What was typed is not repeated: a key pasted into the wrong field would end up in the message.
  throw new AssistantError('config.invalid', 'The base URL of the model is not a web address. Write it with http:// or https://, such as http://localhost:11434/v1.');
}

/**
 * The key as it can be sent; `none` where there is none, since the library would otherwise look for one in the environment.
 * @throws AssistantError config.invalid
 */
export function parseApiKey(apiKey: string | undefined): string {
  const key = apiKey?.trim() ?? '';
  if (!/^[\x21-\x7e]*$/.test(key)) {
    throw new AssistantError('config.invalid', 'The API key contains spaces, line breaks or other characters that no key has. Set the key again.');
  }
  return key === '' ? 'none' : key;
}
