import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitSentences } from '../../../src/util/sentences';

/** Each sentence as its text; `~` before those that state nothing. */
function check(text: string, expected: readonly string[]) {
  expect(splitSentences(text).map((sentence) => (sentence.isSubstantive ? '' : '~') + sentence.text)).toEqual(expected);
}

test('English prose is split at sentence ends, not at abbreviations and versions', () => {
  check('It reads files, e.g. Markdown. Version 1.2.3 is fast. See i.e. Node.js docs!', [
    'It reads files, e.g. Markdown.',
    'Version 1.2.3 is fast.',
    'See i.e. Node.js docs!',
  ]);
});

test('the number of a heading ends no sentence, a number in prose does', () => {
  check('**Start › 1. Install** [1]', ['**Start › 1. Install** [1]']);
  check('**2. Install** [1]', ['**2. Install** [1]']);
  check('The limit is 8. Then it stops.', ['The limit is 8.', 'Then it stops.']);
});

test('Chinese prose is split at full stops', () => {
  check('缓存保存向量。它从不离开本机！为什么？', ['缓存保存向量。', '它从不离开本机！', '为什么？']);
});

test('a marker after the full stop belongs to the sentence before it', () => {
  check('It caches. [1] It is fast. [2][3]', ['It caches. [1]', 'It is fast. [2][3]']);
  check('会缓存。[1]非常快。[2]', ['会缓存。[1]', '非常快。[2]']);
});

test('a sentence may span the lines of its paragraph', () => {
  check('It keeps\nvectors. It\nis fast.', ['It keeps\nvectors.', 'It\nis fast.']);
  check('> It keeps\n> vectors.', ['It keeps\n> vectors.']);
});

test('list items and table rows are units, the head of a table states nothing', () => {
  check('- one thing\n- [x] another thing. And more.\n1. third thing', ['one thing', 'another thing.', 'And more.', 'third thing']);
  check('| name | value |\n|---|---|\n| port | 8080 |', ['~| name | value |', '| port | 8080 |']);
  check('| | |\n|---|---|\n| Longest wait | 15 min |', ['~| | |', '| Longest wait | 15 min |']);
});

test('headings, code, HTML, rules and definitions are no sentences', () => {
  check('# Head. Line.\n\nTitle\n=====\n\n```\ncode. Code.\n```\n\n<p>html.</p>\n\n---\n\n[a]: http://b.c\n\nProse here.', ['Prose here.']);
  check('---\ntitle: front. matter\n---\nProse here.', ['Prose here.']);
  check('    indented. Code.\n\nProse here.', ['Prose here.']);
});

test('a full stop inside a code span ends nothing', () => {
  check('Run `a. B` to begin. Then stop.', ['Run `a. B` to begin.', 'Then stop.']);
});

test('neither a link nor an image ends a sentence', () => {
  check('Read the [guide. B](../a.md) and ![logo](img/a.png) first. Then stop.', ['Read the [guide. B](../a.md) and ![logo](img/a.png) first.', 'Then stop.']);
});

test('courtesies and lead-ins state nothing', () => {
  check('Sure! To install it, do this:', ['~Sure!', '~To install it, do this:']);
  check('I hope this helps. Let me know if you need more.', ['~I hope this helps.', '~Let me know if you need more.']);
  check('希望对你有帮助。如果还有问题，请告诉我。步骤如下：', ['~希望对你有帮助。', '~如果还有问题，请告诉我。', '~步骤如下：']);
});

test('sentences follow each other, slice to their text, and lose no letter of prose', () => {
  const part = fc.constantFrom('Word ', 'stop. ', '句子。', 'e.g. ', '[1] ', '`a. B` ', '! ', '\n', 'x'.repeat(700), '汉'.repeat(600), ', ');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const text = `P${parts.join('')}`;
      const sentences = splitSentences(text);
      let end = 0;
      for (const sentence of sentences) {
        expect(sentence.start).toBeGreaterThanOrEqual(end);
        expect(text.slice(sentence.start, sentence.end)).toBe(sentence.text);
        expect(text.slice(end, sentence.start).trim()).toBe('');
        end = sentence.end;
      }
      expect(text.slice(end).trim()).toBe('');
    }),
    { numRuns: 300 },
  );
});

test('a megabyte without a full stop is split in linear time', () => {
  expect(splitSentences('word '.repeat(200_000)).length).toBeGreaterThan(0);
}, 5_000);
