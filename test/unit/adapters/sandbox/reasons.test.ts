import { expect, test } from 'vitest';
import { inPlainWords, TOO_DEEP, TOO_LARGE } from '../../../../src/adapters/sandbox/reasons';

test('limits of the interpreter are told as what they mean, other errors as they are', () => {
  expect(inPlainWords('InternalError: out of memory (line 3)')).toBe(`${TOO_LARGE} (line 3)`);
  expect(inPlainWords('InternalError: out of memory in regexp execution')).toBe(TOO_LARGE);
  expect(inPlainWords('SyntaxError: stack overflow')).toBe(TOO_DEEP);
  expect(inPlainWords('TypeError: out of memory (line 3)')).toBe('TypeError: out of memory (line 3)');
});
