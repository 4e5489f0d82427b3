import { expect, test } from 'vitest';
import { describeNothingFound } from '../../../src/answer/nothingFound';
import { citedNumbers } from '../../../src/answer/coverage';

test('the answer names the question, the number of files and what to try next', () => {
  const text = describeNothingFound({ question: 'Where is the moon?', files: 12 });
  expect(text).toContain('Not in your documents.');
  expect(text).toContain('12 indexed files for “Where is the moon?”');
  expect(text).toMatch(/\n- /);
});

test('every query tried is named once', () => {
  expect(describeNothingFound({ question: 'q', queries: ['moon', 'orbit', 'moon'], files: 1 })).toContain('1 indexed file for “moon”, “orbit” and');
});

test('a Chinese question gets a Chinese answer', () => {
  const text = describeNothingFound({ question: '月亮在哪里？', files: 3, unreadable: 2 });
  expect(text).toContain('3 个已索引的文件中搜索“月亮在哪里？”');
  expect(text).toContain('2 个文件无法读取');
  expect(text).not.toMatch(/[a-z]{4}/);
});

test('an empty index is said to be the reason', () => {
  expect(describeNothingFound({ question: 'q', files: 0 })).toContain('no file of this workspace is indexed');
});

test('the words of the question are shown as typed: no links, markers or line breaks', () => {
  const text = describeNothingFound({ question: 'see [1] or [x](http://a.b)\n# head', files: 1 });
  expect(citedNumbers(text, () => true).size).toBe(0);
  expect(text).toContain('“see \\[1\\] or \\[x\\](http://a.b) \\# head”');
});

test('a long question is shortened', () => {
  expect(describeNothingFound({ question: 'x'.repeat(5_000), files: 1 }).length).toBeLessThan(500);
});
