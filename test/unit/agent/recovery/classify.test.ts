import fc from 'fast-check';
import { expect, test } from 'vitest';
import { classify } from '../../../../src/agent/recovery/classify';
import type { ErrorCode, ErrorDetail } from '../../../../src/model/errors';
import { AssistantError } from '../../../../src/model/errors';
import type { FailureClass } from '../../../../src/model/failure';
import { FAILURE_CLASSES } from '../../../../src/model/failure';

const CLASSES: Readonly<Record<ErrorCode, FailureClass>> = {
  'config.invalid': 'AUTH',
  'files.notFound': 'INDEX',
  'files.unreadable': 'INDEX',
  'index.corrupt': 'INDEX',
  'index.locked': 'INDEX',
  'index.dimensionMismatch': 'INDEX',
  'index.unwritable': 'INDEX',
  'embedding.failed': 'INDEX',
  'model.unauthorized': 'AUTH',
  'model.notFound': 'AUTH',
  'model.unreachable': 'NETWORK',
  'model.rateLimited': 'RATE_LIMIT',
  'model.contextOverflow': 'CONTEXT_OVERFLOW',
  'model.badResponse': 'UNKNOWN',
  'model.emptyAnswer': 'UNKNOWN',
  'model.contentFilter': 'CONTENT_FILTER',
  'model.unsupported': 'PARSE',
  'tool.badArguments': 'PARSE',
  'tool.denied': 'TOOL_ERROR',
  'tool.failed': 'TOOL_ERROR',
  'tool.timeout': 'TOOL_TIMEOUT',
  'tool.unknown': 'UNKNOWN_TOOL',
  cancelled: 'CANCELLED',
  internal: 'UNKNOWN',
};

function check(code: ErrorCode, expected: FailureClass, detail?: ErrorDetail): void {
  const error = new AssistantError(code, 'What happened.', detail);
  expect(classify(error)).toEqual({ failure: expected, error });
}

test.each(Object.entries(CLASSES) as [ErrorCode, FailureClass][])('%s is %s', (code, expected) => {
  check(code, expected);
});

test('a server that answers badly but may do better later is as good as one that cannot be reached', () => {
  check('model.badResponse', 'NETWORK', { retryable: true });
});

test('an abort that no adapter translated is a cancellation', () => {
  const { failure, error } = classify(AbortSignal.abort().reason);
  expect([failure, error.code]).toEqual(['CANCELLED', 'cancelled']);
});

test('anything at all that is thrown has a class and an error of ours', () => {
  fc.assert(fc.property(fc.anything(), (thrown) => {
    const { failure, error } = classify(thrown);
    expect(FAILURE_CLASSES).toContain(failure);
    expect(error).toBeInstanceOf(AssistantError);
  }));
  expect(classify(Object.create(null)).failure).toBe('UNKNOWN');
  expect(classify(new TypeError('x is not a function')).failure).toBe('UNKNOWN');
});
