import { APIConnectionError, APIError } from 'openai';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_WORDS, readFailure, type Failure } from '../../../../src/adapters/openai/failure';

const answered = (status: number | undefined, body: object | undefined, headers = {}, text?: string) =>
  new APIError(status, body, text, new Headers(headers));

test.each<[string, unknown, Partial<Failure>]>([
  ['an error object', answered(400, { error: { message: 'No such lane', code: 'bad_lane', type: 'invalid' } }), { status: 400, codes: ['bad_lane', 'invalid'], words: 'No such lane' }],
  ['a text', answered(400, { error: 'No such lane' }), { status: 400, words: 'No such lane' }],
  ['a list', answered(400, [{ error: { message: 'No such lane' } }]), { status: 400, words: 'No such lane' }],
  ['a detail', answered(422, { detail: 'No such lane' }), { status: 422, words: 'No such lane' }],
  ['details with a place', answered(422, { detail: [{ loc: ['body', 'lane'], msg: 'Not permitted' }] }), { words: 'Not permitted (body.lane)' }],
  ['a parameter that is not in the words', answered(400, { error: { message: 'Not permitted', param: 'lane' } }), { words: 'Not permitted (lane)' }],
  ['a parameter that is in the words', answered(400, { error: { message: 'lane is wrong', param: 'lane' } }), { words: 'lane is wrong' }],
  ['a page', answered(502, undefined, {}, '<html><title>Bad\nGateway</title>'), { status: 502, words: 'Bad Gateway' }],
  ['a page without title', answered(502, undefined, {}, '<html>'), { words: 'a web page' }],
  ['a redirection', answered(307, undefined, { location: 'https://other.test/v1' }), { status: 307, words: 'Moved to https://other.test/v1' }],
  ['no body', answered(502, {}), { status: 502, words: '{}' }],
  ['a status in the stream', answered(undefined, { error: { message: 'Slow', code: 429 } }), { status: 429 }],
  ['a status by name in the stream', answered(undefined, { error: { message: 'Slow', type: 'rate_limit_error' } }), { status: 429 }],
  ['an unknown error in the stream', answered(undefined, { error: { message: 'Odd', code: 'odd' } }), { status: 500 }],
])('%s is read', (_name, raw, expected) => {
  expect(readFailure(raw, 'none')).toMatchObject(expected);
});

test.each([
  [{ 'retry-after': '2' }, 2_000],
  [{ 'retry-after-ms': '250', 'retry-after': '2' }, 250],
  [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 0],
  [{ 'retry-after': 'soon' }, undefined],
  [{}, undefined],
])('the headers %j ask for a wait of %s ms', (headers, expected) => {
  expect(readFailure(answered(429, {}, headers), 'none').retryAfterMs).toBe(expected);
});

test('the system error at the bottom says why there is no connection', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED ::1:1'), { code: 'ECONNREFUSED' });
  const tried = new AggregateError([refused], '');
  const raw = new APIConnectionError({ cause: new TypeError('fetch failed', { cause: tried }) });
  expect(readFailure(raw, 'none')).toEqual({ status: undefined, codes: ['ECONNREFUSED'], words: 'connect ECONNREFUSED ::1:1', retryAfterMs: undefined });
});

test('long words are cut', () => {
  expect(readFailure(answered(400, { error: 'x'.repeat(1_000) }), 'none').words).toHaveLength(MAX_WORDS);
});

test('neither the key nor what looks like one stays', () => {
  const failure = answered(400, { error: 'my-secret and sk-proj-abc***xyz and sketch-book' });
  expect(readFailure(failure, 'my-secret').words).toBe('… and … and sketch-book');
  expect(readFailure(answered(400, { error: 'none is left' }), 'none').words).toBe('none is left');
});

test('a key that the words are cut inside of does not stay either', () => {
  const failure = answered(400, { error: `${'x '.repeat(145)}my-long-secret-key is wrong` });
  expect(readFailure(failure, 'my-long-secret-key').words).not.toContain('my-long');
});

test('no body makes the reader fail', () => {
  fc.assert(
    fc.property(fc.oneof(fc.object(), fc.array(fc.jsonValue())), (body) => {
      expect(readFailure(answered(400, body), 'my-secret').words.length).toBeLessThanOrEqual(MAX_WORDS);
    }),
  );
});
