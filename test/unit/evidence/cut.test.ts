import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateTokens } from '../../../src/chunking/estimateTokens';
import { cutPassage } from '../../../src/evidence/cut';
import { unitsOf } from '../../../src/evidence/units';
import type { Passage } from '../../../src/model/passage';
import { columnsOf, lineStarts, spanOf } from '../../../src/util/lines';

/** The passage of a file between two offsets. */
function passageOf(file: string, start = 0, end = file.length, extra: Partial<Passage> = {}): Passage {
  const starts = lineStarts(file);
  const span = spanOf(starts, start, end);
  const columns = columnsOf(file, starts, span);
  const text = file.slice(start, end);
  return { path: 'a.md', kind: 'section', headings: [], span, ...(columns && { columns }), text, key: 'k', score: 1, ranks: {}, ...extra };
}

const wanted = (...terms: string[]) => ({ terms, weight: () => 1 });

/** What is kept of a passage where there is just room for it. */
function check(passage: Passage | string, terms: readonly string[], kept: string): Passage {
  const whole = typeof passage === 'string' ? passageOf(passage) : passage;
  const part = cutPassage(whole, estimateTokens(kept), wanted(...terms));
  expect(part?.text).toBe(kept);
  return part!;
}

const PROSE = 'The lake is deep. The moon is bright. The cache holds vectors. The sun is warm.';

test('the sentences that say what is asked are kept, together with as many more as fit', () => {
  check(PROSE, ['cach'], 'The moon is bright. The cache holds vectors.');
  check(PROSE, ['lak'], 'The lake is deep. The moon is bright.');
});

test('two terms count for more than one said twice', () => {
  check('Cache. Cache. The moon. Cache of the lake. Lake.', ['cach', 'lak'], 'Cache of the lake.');
});

test('where nothing is said of what is asked, the beginning is kept', () => {
  check(PROSE, ['comet'], 'The lake is deep.');
});

test('nothing is kept where no sentence fits', () => {
  expect(cutPassage(passageOf(PROSE), 1, wanted('cach'))).toBeUndefined();
});

test('table rows, list items and lines of code are kept whole, a heading with what follows it', () => {
  check('| Name | Value |\n|---|---|\n| cache | 5 |\n| lake | 6 |', ['lak'], '| lake | 6 |');
  check('- The lake.\n- The cache.\n- The moon.', ['cach'], '- The cache.');
  check('# Lake\n\nDeep.\n\n## Cache\n\nHolds vectors.', ['cach'], '## Cache\n\nHolds vectors.');
  check(passageOf('if (lake) {\n  cache();\n}\n', 0, 25, { path: 'a.ts', kind: 'code' }), ['cach'], '  cache();');
  check('```\nlake\ncache --clear\n```', ['cach'], 'cache --clear');
});

test('lines and columns of what is kept are those of the file', () => {
  const file = 'Before.\n\nThe lake is deep.\nThe moon is\nbright. The cache holds.\n';
  const passage = passageOf(file, 9, file.length - 1);
  expect(check(passage, ['cach'], 'The cache holds.')).toMatchObject({ span: { start: 47, end: 63, startLine: 5, endLine: 5 }, columns: { start: 9, end: 25 } });
  const line = check(passage, ['lak'], 'The lake is deep.');
  expect(line.span).toEqual({ start: 9, end: 26, startLine: 3, endLine: 3 });
  expect(line).not.toHaveProperty('columns');
});

test('a piece of an over-long line that is cut again keeps its columns', () => {
  const file = `x ${PROSE} y`;
  const part = check(passageOf(file, 2, file.length - 2), ['cach'], 'The cache holds vectors.');
  expect(part.columns).toEqual({ start: 41, end: 65 });
});

const FRAGMENTS = ['# Cache', 'The cache.', ' One lake, two.', '- item cache', '| a | b |', '|---|---|', '```', '    code()', '\n', '\r\n', '\r', '\n\n', ' ', '缓存在这里。', '> quote', 'e.g. 5.1', '\t'];

test('whatever is cut, units are in order, and what is kept is in the budget, whole units, and the text of its span', () => {
  const files = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 30 }).map((parts) => parts.join(''));
  const kinds = fc.constantFrom<Partial<Passage>>({}, { path: 'a.ts', kind: 'code' }, { path: 'b.yaml', kind: 'text' });
  fc.assert(
    fc.property(files, fc.tuple(fc.nat(40), fc.nat(40)), fc.integer({ min: 1, max: 30 }), kinds, (file, [before, after], room, kind) => {
      const start = Math.min(before, file.length);
      const passage = passageOf(file, start, Math.max(start, file.length - after), kind);
      const units = unitsOf(passage);
      units.forEach((unit, at) => {
        expect(unit.start).toBeGreaterThanOrEqual(units[at - 1]?.end ?? 0);
        expect(unit.end).toBeGreaterThan(unit.start);
      });
      const part = cutPassage(passage, room, wanted('cach', 'lak'));
      if (part === undefined) {
        expect(units.every((unit) => estimateTokens(passage.text, unit.start, unit.end) > room)).toBe(true);
        return;
      }
      expect(file.slice(part.span.start, part.span.end)).toBe(part.text);
      expect(spanOf(lineStarts(file), part.span.start, part.span.end)).toEqual(part.span);
      expect(estimateTokens(part.text)).toBeLessThanOrEqual(room);
      expect(units.map((unit) => unit.start + start)).toContain(part.span.start);
      expect(units.map((unit) => unit.end + start)).toContain(part.span.end);
    }),
    { numRuns: 500 },
  );
});
