import { expect, test } from 'vitest';
import { queryTerms } from '../../../../src/adapters/minisearch/queryTerms';
import { toAscii } from '../../../../src/adapters/minisearch/tokenize';

function check(query: string, terms: string) {
  expect(queryTerms(query, () => 1)).toEqual(terms.split(' ').map(toAscii));
}

test.each([
  ['How do I configure the timeout?', 'configur timeout'],
  ['如何配置超时', '何配 配置 置超 超时'],
  ['retry, retry and retry', 'retri'],
])('a question gives the words of its subject: %s', check);

test.each([
  ['to be or not to be', 'to be or not'],
  ['是什么', '是什 什么'],
])('a query of stop words alone keeps them: %s', check);

test('words that stand nowhere are left out', () => {
  expect(queryTerms('known unknown', (term) => (term === 'known' ? 3 : 0))).toEqual(['known']);
});

test('of many words the 24 rarest are asked for, rarest first', () => {
  const words = Array.from({ length: 200 }, (_, i) => `word${String.fromCharCode(97 + (i % 26), 97 + Math.floor(i / 26))}`);
  const frequency = (term: string) => 1 + words.indexOf(term);
  expect(queryTerms([...words].reverse().join(' '), frequency)).toEqual(words.slice(0, 24));
});
