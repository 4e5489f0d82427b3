import { AssistantError } from '../../model/errors';
import type { FinishReason } from '../../model/ports';
import type { Endpoint, Server } from './endpoint';
import type { Failure } from './failure';

const OVERFLOW = /context[_ ](length|window|size)|maximum context|(prompt|input|message|request)s? (is|are) too (long|large)|too many (input )?tokens|exceeds? (the )?(available|model'?s|maximum) (context|tokens|input)|n_ctx/i;
const FILTERED = /content[_ -]?filter|content management policy|content_policy_violation|ResponsibleAIPolicy|data_?inspection_?failed|\bmoderation\b|\bflagged\b|considered high risk/i;
/** The server could not read what its own model wrote: another try may go better. */
const MISWRITTEN_CALL = /tool_use_failed|failed to call a function|error parsing tool call/i;
const MODEL_MISSING = /model_not_found|\bmodel\b.*\b(does not exist|not found|not exist)/i;
const KEY_STATUSES = new Set([401, 403]);
/** Besides 5xx: request time-out, conflict. */
const RETRYABLE_STATUSES = new Set([408, 409]);
const TLS = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|EPROTO/;

/** Says what a failed call means to the person who asked. The server's own words are passed on. */
export function translateFailure(failure: Failure, endpoint: Endpoint, cause?: unknown): AssistantError {
  const { status, words } = failure;
  if (status === undefined) {
    return translateConnection(failure, endpoint, cause);
  }
  const { host, model, shown } = endpoint;
  const said = words === '' ? ` Its status was ${status}.` : ` The server said: "${words}".`;
  const clues = cluesOf(failure);
  if (isOverflow(status, clues)) {
    return new AssistantError('model.contextOverflow', `The question with its evidence is too long for ${model}.${said} Ask with less context, or choose a model with a larger context window.`);
  }
  if (FILTERED.test(clues)) {
    return filtered(endpoint);
  }
  if (KEY_STATUSES.has(status)) {
    // The words are left out: servers like to quote the key they refuse.
    return new AssistantError('model.unauthorized', `${host} refused the API key (HTTP ${status}). Set a valid key with the command "DocMind: Set Up a Language Model", or in DOCMIND_API_KEY for the command line.`);
  }
  if (status === 404 || MODEL_MISSING.test(clues)) {
    return new AssistantError('model.notFound', `${shown} does not offer the model ${model}, or is not the base URL of an API.${said} Check both; the base URL usually ends in /v1.`);
  }
  return status === 429 ? translateBusy(failure, endpoint, said) : translateOther({ ...failure, status }, endpoint, said);
}

function translateBusy(failure: Failure, { host }: Endpoint, said: string): AssistantError {
  const isPassing = !/quota|billing|credit/i.test(cluesOf(failure));
  const advice = isPassing ? `Ask again ${waitInWords(failure.retryAfterMs)}.` : 'Check the plan and the credit of the account.';
  return new AssistantError('model.rateLimited', `${host} accepts no more requests at the moment.${said} ${advice}`, { ...waitOf(failure), retryable: isPassing });
}

function translateOther(failure: Failure & { readonly status: number }, { host, model }: Endpoint, said: string): AssistantError {
  const isPassing = failure.status >= 500 || RETRYABLE_STATUSES.has(failure.status) || MISWRITTEN_CALL.test(cluesOf(failure));
  const advice = isPassing ? 'Ask again; if it stays so, look at the log of the server.' : 'Check the base URL and the model in the settings.';
  return new AssistantError('model.badResponse', `${model} at ${host} did not answer.${said} ${advice}`, { ...waitOf(failure), retryable: isPassing });
}

function cluesOf({ codes, words }: Failure): string {
  return [...codes, words].join(' ');
}

/** The wait as part of an error's detail. */
export function waitOf({ retryAfterMs }: { readonly retryAfterMs: number | undefined }): { readonly retryAfterMs?: number } {
  return retryAfterMs === undefined ? {} : { retryAfterMs };
}

function isOverflow(status: number, clues: string): boolean {
  return status === 413 || ([400, 422, 500].includes(status) && OVERFLOW.test(clues));
}

function waitInWords(ms: number | undefined): string {
  return ms === undefined ? 'in a moment' : `in ${Math.max(1, Math.ceil(ms / 1_000))} s`;
}

function translateConnection(failure: Failure, { host }: Endpoint, cause: unknown): AssistantError {
  const code = failure.codes.at(-1) ?? '';
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET') {
    return new AssistantError('model.badResponse', `${host} closed the connection without an answer. Ask again; if it stays so, look at the log of the server.`, { retryable: true, cause });
  }
  return new AssistantError('model.unreachable', `No connection to ${host}: ${reasonOf(code, failure)}. Check that the server runs and that the base URL in the settings is right.`, { retryable: true, cause });
}

function reasonOf(code: string, failure: Failure): string {
  if (code === 'ECONNREFUSED') {
    return 'the connection was refused';
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return 'the host name is not known';
  }
  if (/TIMEDOUT|TIMEOUT/.test(code)) {
    return 'it did not answer in time';
  }
  const what = failure.words || code || 'the connection failed';
  return TLS.test(code) ? `its certificate or encryption is not accepted (${code})` : what;
}

/** The server was reached, and the answer broke off. `hasText` says whether a part of it was shown. */
export function cutOff({ host }: Endpoint, hasText: boolean, cause?: unknown): AssistantError {
  const what = hasText ? 'The answer is cut off' : 'The answer broke off before its first word';
  return new AssistantError('model.badResponse', `${what}: ${host} ended the connection too early. Ask again for the whole answer.`, { retryable: true, cause });
}

/** The server was reached, and fell silent. */
export function timedOut({ host, model }: Endpoint, ms: number, hasText: boolean): AssistantError {
  const seconds = Math.round(ms / 100) / 10;
  return hasText
    ? new AssistantError('model.badResponse', `The answer is cut off: ${host} sent nothing for ${seconds} s. Ask again for the whole answer.`, { retryable: true })
    : new AssistantError('model.unreachable', `${model} at ${host} sent no word of an answer for ${seconds} s. Check that the server runs and is not still loading the model, then ask again.`, { retryable: true });
}

/** The server ended the answer with an error that it has no words for. */
export function brokenOff({ host, model }: Endpoint, hasText: boolean): AssistantError {
  const what = hasText ? 'The answer is cut off' : 'No answer came';
  return new AssistantError('model.badResponse', `${what}: ${model} at ${host} failed in the middle of its work. Ask again for the whole answer.`, { retryable: true });
}

/** A filter of the server took the question or the answer for something that it must not say. */
function filtered({ host }: Endpoint): AssistantError {
  return new AssistantError('model.contentFilter', `The content filter of ${host} withheld the answer. Ask in other words, or choose another model.`);
}

/** The model or its server does not take tools, and no request without them would do the same. */
export function withoutTools({ host, model }: Endpoint): AssistantError {
  return new AssistantError('model.unsupported', `${model} at ${host} cannot call tools. Choose a model that can, or let it ask in text.`);
}

/** The model finished without any text to show. */
export function emptyAnswer(endpoint: Endpoint, finish: FinishReason | undefined): AssistantError {
  const { host, model } = endpoint;
  if (finish === 'length') {
    return new AssistantError('model.emptyAnswer', `${model} at ${host} used up its output limit before the answer began (probably for reasoning). Raise the limit on output tokens, or choose another model.`);
  }
  if (finish === 'contentFilter') {
    return filtered(endpoint);
  }
  return new AssistantError('model.emptyAnswer', `${model} at ${host} returned an empty answer. Ask in other words, or choose another model.`);
}

/** The server has no list of its models, or did not send it in time. */
export function unlisted({ shown }: Server): AssistantError {
  return new AssistantError('model.notFound', `${shown} lists no models. Check that the base URL is that of an API (it usually ends in /v1), or type the name of the model.`);
}
