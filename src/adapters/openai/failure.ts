import { APIError } from 'openai';
import { fieldsOf, firstText } from './fields';

/** What is known of a failed call, whatever shape it was reported in. */
export interface Failure {
  /** HTTP status, also where the server reports it inside the answer; absent if there was no answer. */
  readonly status: number | undefined;
  /** Codes, from the outside in: those of the server's error, or those of the system (`ECONNREFUSED`). */
  readonly codes: readonly string[];
  /** What the server or the system said, on one line, at most {@link MAX_WORDS} characters. Empty if nothing. */
  readonly words: string;
  readonly retryAfterMs: number | undefined;
}

/** Enough for a server's sentence, too little to fill the screen with a stack trace. */
export const MAX_WORDS = 300;

/** Errors reported inside an answer may have no status, only a word for it. */
const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  invalid_api_key: 401,
  authentication_error: 401,
  permission_error: 403,
  model_not_found: 404,
  rate_limit_exceeded: 429,
  rate_limit_error: 429,
  insufficient_quota: 429,
  overloaded_error: 503,
};

/**
 * Reads anything that the library throws or a server puts into a stream. The key, should the server have quoted it, is
 * taken out of the words, and so is what looks like one.
 */
export function readFailure(raw: unknown, apiKey: string): Failure {
  const failure = isAnswer(raw) ? readAnswer(raw.status, raw.error ?? raw.message, raw.headers) : readConnection(raw);
  return { ...failure, words: oneLine(withoutKey(failure.words, apiKey)) };
}

function readConnection(raw: unknown): Failure {
  const chain = causesOf(raw);
  return {
    status: undefined,
    codes: chain.flatMap((error) => firstText(fieldsOf(error).code) ?? []),
    words: firstText(chain.at(-1)?.message) ?? '',
    retryAfterMs: undefined,
  };
}

/** The library also throws this class for connections that failed, then without status and body. */
function isAnswer(raw: unknown): raw is APIError {
  return raw instanceof APIError && (raw.status !== undefined || raw.error !== undefined);
}

function readAnswer(status: number | undefined, body: unknown, headers: Headers | undefined): Failure {
  const error = innermostError(body);
  const { code, type } = fieldsOf(error);
  const codes = [code, type].filter((value) => typeof value === 'string' || typeof value === 'number').map(String);
  const named = codes.map((name) => STATUS_OF_CODE[name] ?? Number(name)).find((number) => number >= 400 && number < 600);
  const movedTo = headers?.get('location');
  const words = movedTo ? `Moved to ${movedTo}` : wordsOf(error);
  return { status: status ?? named ?? 500, codes, words, retryAfterMs: readRetryAfter(headers) };
}

/** Unwraps `[x]`, `{error: x}` and `{detail: x}`, however often they are nested (not for ever: the body is foreign). */
function innermostError(body: unknown, depth = 0): unknown {
  const { error, detail } = fieldsOf(body);
  const inner: unknown = Array.isArray(body) ? body[0] : (error ?? detail);
  return inner === undefined || inner === null || depth > 5 ? body : innermostError(inner, depth + 1);
}

function wordsOf(error: unknown): string {
  if (typeof error !== 'string') {
    const { message, msg, loc, param } = fieldsOf(error);
    const where = Array.isArray(loc) ? loc.join('.') : firstText(param);
    const words = firstText(message, msg) ?? JSON.stringify(error);
    return where === undefined || words.includes(where) ? words : `${words} (${where})`;
  }
  // The library puts the status before a body that is not JSON.
  const text = error.replace(/^\d{3} /, '');
  return /^\s*</.test(text) ? (/<title[^>]*>([^<]*)/i.exec(text)?.[1] ?? 'a web page') : text;
}

function withoutKey(words: string, apiKey: string): string {
  return apiKey === 'none' ? words : words.replaceAll(apiKey, '…').replace(/\b(sk|gsk|xai|key|pk)-[\w*.-]{6,}/g, '…');
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS - 1)}…` : line;
}

function readRetryAfter(headers: Headers | undefined): number | undefined {
  const ms = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  const value = headers?.get('retry-after') ?? '';
  const seconds = value === '' ? Number.NaN : Number(value);
  const until = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1_000;
  const wait = Number.isNaN(ms) ? until : ms;
  return Number.isNaN(wait) ? undefined : Math.max(0, Math.round(wait));
}

/** The error, its cause, the cause of that, …; of several causes (one per address tried) the first. */
function causesOf(raw: unknown): Error[] {
  const chain: Error[] = [];
  let next = raw;
  while (next instanceof Error && chain.length < 8) {
    chain.push(next);
    next = next.cause ?? (next instanceof AggregateError ? next.errors[0] : undefined);
  }
  return chain;
}
