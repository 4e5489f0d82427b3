import { expect, test } from 'vitest';
import { findUnsupported } from '../../../src/answer/fidelity';
import type { Passage } from '../../../src/model/passage';

function passage(text: string): Passage {
  const span = { start: 0, end: text.length, startLine: 1, endLine: 1 };
  return { path: 'docs/cache.md', kind: 'section', headings: ['Cache', 'Release 4.1'], span, text, key: text, score: 1, ranks: {} };
}

const SOURCES = [
  passage('The default port is 8080 and `maxAge` is 1,500 ms. Needs Node 20.11.1 or later.'),
  passage('Three retries, 10-20 s apart. It "never leaves\nthe machine". 默认端口为三。'),
];

/** What is missing, by citation: `1: 9090`. */
function check(answer: string, ...expected: string[]) {
  const found = findUnsupported(answer, (n) => SOURCES[n - 1]);
  expect(found.map(({ n, missing }) => `${n}: ${missing.join(' ')}`)).toEqual(expected);
}

test('a number that the cited lines do not contain is reported', () => {
  check('The port is 9090 [1].', '1: 9090');
  check('端口是9090[1]。', '1: 9090');
  check('The port is 808 [1].', '1: 808');
});

test('numbers that the lines state in another form are supported', () => {
  check('The port is 8080 [1]. It waits 1500 ms [1]. Needs Node 20 [1] and v20.11 [1].');
  check('It retries 3 times [2], 20 s apart [2]. Since release 4.1 [2].');
});

test('a number in figures is supported by the same in words, and a quantity in backticks by its number', () => {
  const says = (source: string, answer: string, ...missing: string[]) => {
    expect(findUnsupported(answer, () => passage(source)).flatMap((mark) => mark.missing)).toEqual(missing);
  };
  says('The lease lasts 90 seconds.', 'It lasts `90s` [1], that is 90 s [1].');
  says('Fifteen seconds later, twenty-five jobs run.', 'After 15 seconds 25 jobs run [1].');
  says('最多八万七千个汉字，十五秒。', '87,000 characters [1], 8.7 万 [1], 15 秒 [1].');
  says('Up to 10 000 jobs; 4,000 at once.', 'It takes 10,000 jobs [1], 4k at once [1], or 10 000 [1].');
  says('Released 2026-04-02.', 'Released on April 2, 2026 [1].');
  says('Up to 100 jobs in ninety minutes.', '100k jobs [1] in `80m` [1].', '100000', '80');
});

test('a part of a version is its beginning, and a number is not a part of a decimal', () => {
  check('Needs Node 11 [1].', '1: 11');
  check('Since 4 [1].', '1: 4');
});

test('a name in backticks must occur as it is', () => {
  check('Set `maxAge` [1] or `maxAge()` [1].');
  check('Set `minAge` [1].', '1: minAge');
});

test('a name whose words are parted in another way is the same name', () => {
  const missing = (source: string, answer: string) => findUnsupported(answer, () => passage(source)).flatMap((mark) => mark.missing);
  expect(missing('Set max_attempts, see TW-1004.', 'Set `max-attempts` [1] as in `TW1004` [1] or `max attempts` [1].')).toEqual([]);
  expect(missing('It is a tab.', 'Run `sat` [1], set `min-attempts` [1].')).toEqual(['sat', 'min-attempts']);
});

test('a quoted phrase must occur, whatever its line ends and case', () => {
  check('It “Never leaves the machine.” [2]');
  check('It "always leaves the machine" [2].', '2: always leaves the machine');
  check('A so-called "quote" [2].');
});

test('a detail found in any of the cited passages is supported; otherwise each citation is reported', () => {
  check('The port is 8080 [1][2].');
  check('The port is 7 [1][2].', '1: 7', '2: 7');
});

test('sentences without citation, list numbers and digits inside names are not looked at', () => {
  check('The port is 9090.');
  check('1. It retries [2].\n7. It caches utf8 [1].');
});

test('the sentence is reported without its markers', () => {
  expect(findUnsupported('It is 7 fast [1].', (n) => SOURCES[n - 1])[0]?.sentence).toBe('It is 7 fast.');
});
