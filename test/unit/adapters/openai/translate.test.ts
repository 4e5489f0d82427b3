import { expect, test } from 'vitest';
import type { Failure } from '../../../../src/adapters/openai/failure';
import { translateFailure } from '../../../../src/adapters/openai/translate';
import type { ErrorCode } from '../../../../src/model/errors';

const ENDPOINT = { baseUrl: 'https://tide.example/v1?key=hidden', shown: 'https://tide.example/v1', host: 'tide.example:443', model: 'tide-1' };
const NOTHING: Failure = { status: undefined, codes: [], words: '', retryAfterMs: undefined };

test.each<[Partial<Failure>, ErrorCode, boolean, RegExp]>([
  [{ codes: ['ECONNREFUSED'] }, 'model.unreachable', true, /tide\.example:443: the connection was refused\. Check that the server runs/],
  [{ codes: ['ENOTFOUND'] }, 'model.unreachable', true, /host name is not known/],
  [{ codes: ['UND_ERR_CONNECT_TIMEOUT'] }, 'model.unreachable', true, /did not answer in time/],
  [{ codes: ['DEPTH_ZERO_SELF_SIGNED_CERT'] }, 'model.unreachable', true, /certificate.*DEPTH_ZERO_SELF_SIGNED_CERT/],
  [{ words: 'bad port' }, 'model.unreachable', true, /bad port/],
  [{ codes: ['ECONNRESET'] }, 'model.badResponse', true, /closed the connection/],
  [{ status: 401, words: 'Your key abc is wrong' }, 'model.unauthorized', false, /^(?!.*abc).*tide\.example:443.*Set Up a Language Model/],
  [{ status: 404 }, 'model.notFound', false, /https:\/\/tide\.example\/v1 .*tide-1/],
  [{ status: 400, words: 'The model `tide-1` does not exist' }, 'model.notFound', false, /does not exist/],
  [{ status: 429, retryAfterMs: 1_200 }, 'model.rateLimited', true, /in 2 s/],
  [{ status: 429 }, 'model.rateLimited', true, /in a moment/],
  [{ status: 429, codes: ['insufficient_quota'] }, 'model.rateLimited', false, /credit/],
  [{ status: 400, codes: ['context_length_exceeded'] }, 'model.contextOverflow', false, /too long for tide-1/],
  [{ status: 400, words: 'prompt is too long: 9 tokens > 8 maximum' }, 'model.contextOverflow', false, /too long/],
  [{ status: 400, words: 'the request exceeds the available context size' }, 'model.contextOverflow', false, /too long/],
  [{ status: 413 }, 'model.contextOverflow', false, /too long/],
  [{ status: 503, words: 'loading' }, 'model.badResponse', true, /"loading"/],
  [{ status: 400, codes: ['content_filter'], words: 'The prompt triggered the content management policy' }, 'model.contentFilter', false, /content filter of tide/],
  [{ status: 400, codes: ['data_inspection_failed'] }, 'model.contentFilter', false, /content filter/],
  [{ status: 403, words: 'Your input was flagged' }, 'model.contentFilter', false, /content filter/],
  [{ status: 400, codes: ['tool_use_failed'], words: 'Failed to call a function.' }, 'model.badResponse', true, /Failed to call/],
  [{ status: 500, words: 'error parsing tool call' }, 'model.badResponse', true, /parsing/],
  [{ status: 418 }, 'model.badResponse', false, /status was 418/],
])('%j means %s', (failure, code, retryable, message) => {
  const error = translateFailure({ ...NOTHING, ...failure }, ENDPOINT);
  expect({ code: error.code, retryable: error.retryable }).toEqual({ code, retryable });
  expect(error.message).toMatch(message);
  expect(error.message).not.toContain('hidden');
});
