import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { locateQuote } from '../../../src/answer/checkCitation';
import { lineStarts, spanOf } from '../../../src/util/lines';

const FILE = '# Cache\n\nThe cache keeps vectors.\nIt is never sent away.\n\ntimeout: 5\n';
const QUOTE = 'The cache keeps vectors.\nIt is never sent away.';

function spanIn(text: string, quote: string) {
  const start = text.indexOf(quote);
  return spanOf(lineStarts(text), start, start + quote.length);
}

/** Cites `quote` in `FILE`, then looks it up in `current`. `lines` is where it must be found. */
function check(quote: string, current: string | undefined, expected: string, lines?: readonly [number, number]) {
  const old = spanIn(FILE, quote);
  const { check: found, span } = locateQuote(quote, old, current);
  expect([found, span.startLine, span.endLine]).toEqual([expected, ...(lines ?? [old.startLine, old.endLine])]);
}

test('an unchanged file verifies the citation', () => {
  check(QUOTE, FILE, 'verified');
});

test('lines inserted above move the citation', () => {
  check(QUOTE, `new\nlines\n${FILE}`, 'moved', [5, 6]);
});

test('lines removed above move the citation', () => {
  check(QUOTE, FILE.slice(FILE.indexOf('The')), 'moved', [1, 2]);
});

test('text changed on other lines leaves it verified, with new offsets', () => {
  const current = FILE.replace('Cache', 'The longer heading');
  const { check: found, span } = locateQuote(QUOTE, spanIn(FILE, QUOTE), current);
  expect(found).toBe('verified');
  expect(current.slice(span.start, span.end)).toBe(QUOTE);
});

test('other line ends and trailing white space do not matter', () => {
  const current = FILE.replaceAll('\n', '  \r\n');
  check(QUOTE, current, 'verified');
  expect(locateQuote(QUOTE.replace('\n', '\r\n'), spanIn(FILE, QUOTE), FILE).check).toBe('verified');
});

test('a changed word is a changed citation, at the old lines', () => {
  check(QUOTE, FILE.replace('never', 'always'), 'changed');
});

test('a number that grew a digit is a changed citation', () => {
  check('timeout: 5', FILE.replace('timeout: 5', 'timeout: 50'), 'changed');
});

test('a deleted file is a citation that is gone', () => {
  check(QUOTE, undefined, 'gone');
});

test('an emptied file is a changed citation', () => {
  check(QUOTE, '', 'changed');
});

test('of two copies the nearer one is taken', () => {
  const copies = 'x\n\n\n\nx\n\nx\n';
  const at = (line: number) => ({ start: 0, end: 1, startLine: line, endLine: line });
  expect(locateQuote('x', at(4), copies).span.startLine).toBe(5);
  expect(locateQuote('x', at(2), copies).span.startLine).toBe(1);
  expect(locateQuote('x', at(5), copies).check).toBe('verified');
  expect(locateQuote('x', at(90), copies).span.startLine).toBe(7);
});

test('a piece of one very long line is found although it begins and ends inside words', () => {
  const line = 'abcdefghij'.repeat(100);
  expect(locateQuote(line.slice(255, 505), spanOf(lineStarts(line), 255, 505), line).check).toBe('verified');
});

const edit = fc.record({ at: fc.nat(400), remove: fc.nat(30), insert: fc.constantFrom('', '\n', 'new line\n', 'x', '\r\n', '5', '  ') });

test('after any edits the span holds the quote, or the check says it does not', () => {
  const document = fc.array(fc.constantFrom('The cache.', '', 'x', 'timeout: 5', '缓存。', '  indented', '\t'), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(document, fc.nat(), fc.nat(8), fc.array(edit, { maxLength: 4 }), (lines, first, count, edits) => {
      const from = first % lines.length;
      const before = lines.slice(0, from).join('\n');
      const quote = lines.slice(from, from + count + 1).join('\n');
      const text = lines.join('\n');
      const start = before.length + (from > 0 ? 1 : 0);
      const old = spanOf(lineStarts(text), start, start + quote.length);
      const current = edits.reduce((now, { at, remove, insert }) => now.slice(0, at) + insert + now.slice(at + remove), text);
      const { check: found, span } = locateQuote(quote, old, current);
      const bare = (value: string) => value.replace(/[^\S\n]*(\r\n|\r|\n)/g, '\n').trimEnd();
      if (found === 'changed') {
        expect(span).toEqual(old);
      } else {
        expect(bare(current.slice(span.start, span.end))).toBe(bare(quote));
        expect(spanOf(lineStarts(current), span.start, span.end)).toEqual(span);
        expect(found === 'verified').toBe(span.startLine === old.startLine);
      }
      if (edits.length === 0 && bare(quote) !== '') {
        expect(found).toBe('verified');
      }
    }),
    { numRuns: 1_000 },
  );
});
