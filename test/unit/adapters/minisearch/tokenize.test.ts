import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toAscii, tokenize } from '../../../../src/adapters/minisearch/tokenize';

function check(text: string, tokens: string) {
  expect(tokenize(text)).toEqual(tokens === '' ? [] : tokens.split(' ').map(toAscii));
}

test.each([
  ['getUserById', 'getuserbyid get user by id'],
  ['XMLHttpRequest', 'xmlhttprequest xml http request'],
  ['snake_case_word', 'snake_case_word snak case word'],
  ['kebab-case', 'kebab-case kebab case'],
  ['src/node/lock.ts', 'src node lock.ts lock ts'],
  ['foo.bar.baz()', 'foo.bar.baz foo bar baz'],
  ['base64', 'base64 base 64'],
  ['__init__', '__init__ init'],
])('an identifier is found whole and in parts: %s', check);

test.each([
  ['v1.2.3', 'v1.2.3 1.2.3'],
  ['1.2.3-beta.1', '1.2.3-beta.1 1.2.3'],
  ['since v2.0.', 'sinc v2.0 2.0'],
])('a version is kept whole: %s', check);

test.each([
  ['--dry-run', '--dry-run dry-run dry run'],
  ['-v', '-v v'],
  ['.gitignore', '.gitignore gitignor'],
  ['C++, C#', 'c++ c#'],
])('signs that name something are kept: %s', check);

test.each([
  ['认证系统', '认证 证系 系统'],
  ['使用JWT令牌', '使用 jwt 令牌'],
  ['猫', '猫'],
  ['ひらがなカナ', 'ひら らが がな なカ カナ'],
])('scripts without spaces become pairs of characters: %s', check);

test.each([
  ['naïve ÉCOLE', 'naiv ecol'],
  ['ﬁle Ｆｕｌｌ', 'file full'],
  ['Ёлка', 'елка'],
  ['e\u0301tat', 'etat'],
  ['', ''],
  ['*** --- ...', ''],
])('accents, widths and case make no difference: %s', check);

test('data is not a word, and a sentence in one identifier is its words', () => {
  check(`key ${'a1'.repeat(40)} ${'f'.repeat(65)}`, 'key');
  check(`x_${'never_loses_data_'.repeat(4)}`, 'never lose data never lose data never lose data never lose data');
});

test.each([
  ['a word of a megabyte', 'Abcd'.repeat(250_000)],
  ['a megabyte of joined words', 'a-'.repeat(500_000)],
  ['a megabyte of signs', '--.'.repeat(350_000)],
  ['a megabyte of underscores', '_'.repeat(1_000_000)],
])('%s is read in linear time', (_, text) => {
  expect(tokenize(text).length).toBeLessThan(1_000_000);
});

test('any text becomes ASCII tokens, the same for upper case, and twice as much text gives twice the tokens', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const tokens = tokenize(text);
      expect(tokens.every((token) => /^[!-~]+$/.test(token))).toBe(true);
      expect(tokenize(`${text}\n\n${text}`)).toEqual([...tokens, ...tokens]);
    }),
  );
});
