import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trimBlankLines } from '../../../src/chunking/trimBlankLines';
import { lineStarts, spanOf } from '../../../src/util/lines';

function check(text: string, kept: string, lines: readonly [number, number]): void {
  const span = trimBlankLines(spanOf(lineStarts(text), 0, text.length), text);
  expect(text.slice(span.start, span.end)).toBe(kept);
  expect([span.startLine, span.endLine]).toEqual(lines);
}

test.each([
  ['a', 'a', [1, 1]],
  ['a\n', 'a', [1, 1]],
  ['\n\r\n  \n  a\n\nb  \n\n \n', '  a\n\nb  ', [4, 6]],
  ['\r\ra\r\r', 'a', [3, 3]],
  ['a\n\n   ', 'a', [1, 1]],
  ['  a  ', '  a  ', [1, 1]],
  ['\n \n', '\n \n', [1, 2]],
] as const)('%j without blank lines at its ends is %j', check);

test('what is trimmed are whole blank lines, and the lines are those of the document', () => {
  const text = fc.array(fc.constantFrom('\n', '\r\n', '\r', ' ', 'a', 'é'), { maxLength: 30 }).map((parts) => parts.join(''));
  fc.assert(fc.property(text, text, text, (before, own, after) => {
    // A chunk neither begins nor ends inside a line break.
    fc.pre(own.trim() !== '' && !(before.endsWith('\r') && own.startsWith('\n')) && !(own.endsWith('\r') && after.startsWith('\n')));
    const whole = before + own + after;
    const starts = lineStarts(whole);
    const span = trimBlankLines(spanOf(starts, before.length, before.length + own.length), own);
    expect(span).toEqual(spanOf(starts, span.start, span.end));
    const [first, last] = [whole.slice(before.length, span.start), whole.slice(span.end, before.length + own.length)];
    expect(first.trim() + last.trim()).toBe('');
    expect(first).toMatch(/(?:^|[\r\n])$/);
    expect(whole.slice(span.start, span.end)).toMatch(/^[^\S\r\n]*\S(?:[^]*\S)?[^\S\r\n]*$/);
  }));
});
