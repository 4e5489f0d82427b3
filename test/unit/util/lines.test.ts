import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineAt, lineStarts, spanOf } from '../../../src/util/lines';

const starts = (text: string): number[] => [...lineStarts(text)];

test.each([
  ['', [0]],
  ['a', [0]],
  ['a\n', [0, 2]],
  ['a\r\nb', [0, 3]],
  ['a\rb', [0, 2]],
  ['a\r\r\nb\n\rc', [0, 2, 4, 6, 7]],
  ['a\u2028b\u0085c\fd', [0]],
])('the lines of %j begin where the editor begins them', (text, expected) => {
  expect(starts(text)).toEqual(expected);
});

const anyLines = fc.array(fc.constantFrom('\r', '\n', '\r\n', 'a', 'é', '\ud83d', ' '), { maxLength: 60 }).map((parts) => parts.join(''));

test('lines agree with splitting at line breaks, in any text', () => {
  fc.assert(fc.property(anyLines, (text) => {
    const lines = text.split(/\r\n|\n|\r/);
    expect(starts(text)).toHaveLength(lines.length);
    starts(text).forEach((start, index) => { expect(text.startsWith(lines[index] ?? '', start)).toBe(true); });
  }));
});

test('an offset falls in the last line that begins at or before it', () => {
  fc.assert(fc.property(anyLines, fc.nat(80), (text, offset) => {
    const line = lineAt(lineStarts(text), offset);
    expect(line).toBe(starts(text).filter((start) => start <= offset).length);
  }));
});

test('a span that ends with a line break ends in the line that the break ends', () => {
  const text = 'one\r\ntwo\nthree';
  expect(spanOf(lineStarts(text), 0, 5)).toEqual({ start: 0, end: 5, startLine: 1, endLine: 1 });
  expect(spanOf(lineStarts(text), 0, 6)).toEqual({ start: 0, end: 6, startLine: 1, endLine: 2 });
});

test('an empty span has the line of its start', () => {
  expect(spanOf(lineStarts('one\ntwo\n'), 8, 8)).toEqual({ start: 8, end: 8, startLine: 3, endLine: 3 });
});
