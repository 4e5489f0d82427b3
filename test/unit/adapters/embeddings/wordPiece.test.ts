import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WordPiece } from '../../../../src/adapters/embeddings/wordPiece';

const VOCABULARY = ['[UNK]', 'un', '##aff', '##able', '##a', 'a', 'cafe', '如', '何', '!', '+', '##ffable', '→', 'σ', '##ς', ''];
const wordPiece = new WordPiece(VOCABULARY.join('\n'));

const tokensOf = (text: string, limit = 100): string =>
  wordPiece.tokenize(text, limit).map((id) => VOCABULARY[id]).join(' ');

function check(text: string, tokens: string): void {
  expect(tokensOf(text)).toBe(tokens);
}

test('a word becomes its longest known pieces, left to right', () => {
  check('unaffable', 'un ##aff ##able');
});

test('a word with a part that nothing covers is unknown as a whole', () => {
  check('unaffxyz un', '[UNK] un');
});

test('case and accents are dropped, composed or not', () => {
  check('CAFÉ café cafe\u0301', 'cafe cafe cafe');
});

test('every ideograph is a word of its own', () => {
  check('如何如何', '如 何 如 何');
});

test('punctuation and ASCII symbols stand alone, other symbols belong to words', () => {
  check('a!a+a', 'a ! a + a');
  check('a→ →', '[UNK] →');
});

test('control, format and replacement characters vanish without dividing a word', () => {
  check('ca\u0000f\u200B\uFFFDe', 'cafe');
});

test('a lone half of a surrogate pair vanishes', () => {
  check('a\uD83D', 'a');
});

test('words beyond 100 characters are unknown', () => {
  check('a'.repeat(100), ['a', ...Array<string>(99).fill('##a')].join(' '));
  check('a'.repeat(101), '[UNK]');
});

test('the limit cuts inside a word', () => {
  expect(tokensOf('a unaffable', 3)).toBe('a un ##aff');
});

test('a vocabulary without the unknown token is refused', () => {
  expect(() => new WordPiece('a\nb\n')).toThrow('[UNK]');
});

test('a remembered word gives the same tokens again, and any text gives known ids within the limit', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 0, max: 50 }), (text, limit) => {
      const ids = wordPiece.tokenize(text, limit);
      expect(wordPiece.tokenize(text, limit)).toEqual(ids);
      expect(ids.length).toBeLessThanOrEqual(limit);
      expect(ids.every((id) => id >= 0 && id < wordPiece.size)).toBe(true);
    }),
  );
});
