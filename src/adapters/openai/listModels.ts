import { AssistantError } from '../../model/errors';
import { createClient } from './client';
import { parseApiKey, parseServer, type Server } from './endpoint';
import { readFailure } from './failure';
import { fieldsOf, firstText } from './fields';
import { translateFailure, unlisted } from './translate';
import { settleWithin } from './waiting';

/** A list of names needs no thinking: who has not sent it by then is busy or not there. */
const TIMEOUT_MS = 10_000;

/**
 * The names of the models that a server offers, sorted.
 * @throws AssistantError config.invalid, model.*
 */
export async function listOpenAiModels({ baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string | undefined }): Promise<readonly string[]> {
  const server = parseServer(baseUrl);
  const key = parseApiKey(apiKey);
  const stop = new AbortController();
  try {
    const answer = createClient(server, key, undefined).get<unknown>('/models', { signal: stop.signal });
    return readNames(await settleWithin(answer, { signal: stop.signal, timeoutMs: TIMEOUT_MS, timeoutError: () => unlisted(server) }));
  } catch (raw) {
    throw translate(raw, server, key);
  } finally {
    stop.abort();
  }
}

function translate(raw: unknown, server: Server, key: string): AssistantError {
  if (raw instanceof AssistantError) {
    return raw;
  }
  const failure = readFailure(raw, key);
  return failure.status === 404 ? unlisted(server) : translateFailure(failure, { ...server, model: 'The list of models' }, raw);
}

/** `{data: [{id}]}` as OpenAI has it, a bare list, or `{models: [{name}]}`. */
function readNames(answer: unknown): readonly string[] {
  const { data, models } = fieldsOf(answer);
  const list = [answer, data, models].find((value) => Array.isArray(value)) ?? [];
  const names = list.map(fieldsOf).flatMap(({ id, name }) => firstText(id, name) ?? []);
  return [...new Set(names)].sort((a, b) => a.localeCompare(b));
}
