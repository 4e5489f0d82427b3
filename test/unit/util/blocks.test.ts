import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitBlocks } from '../../../src/util/blocks';

/** Each block as `kind: its words`. */
function check(text: string, expected: readonly string[]) {
  expect(splitBlocks(text).map(({ kind, textStart, end }) => `${kind}: ${text.slice(textStart, end)}`)).toEqual(expected);
}

test('headings, paragraphs, items and quotes begin after their marks', () => {
  check('# One\ntext\nmore\n\n> said\n> so\n\n- a\n  b\n2. c\n- [x] d', [
    'heading: One',
    'paragraph: text\nmore',
    'paragraph: said\n> so',
    'item: a\n  b',
    'item: c',
    'item: d',
  ]);
  check('One\n===\ntext', ['heading: One\n===', 'paragraph: text']);
});

test('fenced and indented code are whole, to the end of the text if never closed', () => {
  check('a\n```js\n# no\n\n```\nb', ['paragraph: a', 'code: ```js\n# no\n\n```', 'paragraph: b']);
  check('~~~\n```\n~~~\n    x', ['code: ~~~\n```\n~~~', 'code:     x']);
  check('````\n```\nopen', ['code: ````\n```\nopen']);
  check('- a\n\n    still a', ['item: a', 'paragraph: still a']);
});

test('a table is one block, with or without outer bars', () => {
  check('a\n\n| h |\n|---|\n| x |\n\nb', ['paragraph: a', 'table: | h |\n|---|\n| x |', 'paragraph: b']);
  check('h | i\n--|--\nx | y', ['table: h | i\n--|--\nx | y']);
});

test('front matter, HTML, rules and definitions are markup, and HTML ends before code', () => {
  check('---\ntitle: x\n---\na', ['markup: ---\ntitle: x\n---', 'paragraph: a']);
  check('<!-- x -->\n```\n1\n```', ['markup: <!-- x -->', 'code: ```\n1\n```']);
  check('***\n\n[a]: http://b\n<p>\nx</p>', ['markup: ***', 'markup: [a]: http://b', 'markup: <p>\nx</p>']);
});

test('blocks follow each other and hold everything but blank lines', () => {
  const line = fc.constantFrom('', 'a', '# h', '- i', '1. n', '```', '| t |', '|--|', '---', '    c', '> q', '<p>', '===', '\r');
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      const text = lines.join('\n');
      let end = 0;
      for (const block of splitBlocks(text)) {
        expect(text.slice(end, block.start)).toMatch(/^[\s>]*$/);
        expect(block.start).toBeLessThanOrEqual(block.textStart);
        expect(block.textStart).toBeLessThanOrEqual(block.end);
        end = block.end;
      }
      expect(text.slice(end)).toMatch(/^[\s>]*$/);
    }),
    { numRuns: 500 },
  );
});
