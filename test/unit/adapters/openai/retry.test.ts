import { expect, test } from 'vitest';
import { retryDelay } from '../../../../src/adapters/openai/retry';
import { AssistantError, type ErrorCode, type ErrorDetail } from '../../../../src/model/errors';

const wait = (code: ErrorCode, detail: ErrorDetail, retries = 0, random = 0) => retryDelay(new AssistantError(code, 'x', detail), retries, random);

test('each wait is twice the one before, and spread by a quarter', () => {
  const error = { retryable: true };
  expect([wait('model.badResponse', error, 0), wait('model.badResponse', error, 1), wait('model.badResponse', error, 0, 0.4)]).toEqual([500, 1_000, 550]);
});

test('the wait that a server asks for is kept to, up to 20 s', () => {
  expect(wait('model.rateLimited', { retryable: true, retryAfterMs: 7 })).toBe(7);
  expect(wait('model.rateLimited', { retryable: true, retryAfterMs: 20_001 })).toBeUndefined();
});

test.each<[string, ErrorCode, ErrorDetail, number]>([
  ['after two tries more', 'model.badResponse', { retryable: true }, 2],
  ['that will not pass', 'model.badResponse', {}, 0],
  ['of a server that cannot be reached', 'model.unreachable', { retryable: true }, 0],
  ['that was a cancellation', 'cancelled', { retryable: true }, 0],
])('a failure %s is final', (_name, code, detail, retries) => {
  expect(wait(code, detail, retries)).toBeUndefined();
});
