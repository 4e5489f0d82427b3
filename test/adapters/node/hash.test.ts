import { expect, test } from 'vitest';
import { hashBytes, hashText } from '../../../src/adapters/node/hash';

test('a hash is the first half of SHA-256, of text as of its bytes', () => {
  expect(hashText('abc')).toBe('ba7816bf8f01cfea414140de5dae2223');
  expect(hashBytes(Buffer.from('文'))).toBe(hashText('文'));
  expect(hashText('')).not.toBe(hashText(' '));
});
