import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateTokens } from '../../../src/chunking/estimateTokens';
import { readWhole } from '../../../src/evidence/wholeDocument';
import type { Passage } from '../../../src/model/passage';
import { lineStarts, spanOf } from '../../../src/util/lines';

/** A document of sections as its passages. */
function passagesOf(sections: readonly string[]): { readonly text: string; readonly passages: readonly Passage[] } {
  const text = sections.join('\n');
  const starts = lineStarts(text);
  let at = 0;
  const passages = sections.map((section, ordinal): Passage => {
    const span = spanOf(starts, at, at + section.length);
    at += section.length + 1;
    return { path: 'a.md', kind: 'section', headings: [], span, text: section, key: `${ordinal}`, score: 1, ranks: {} };
  });
  return { text, passages };
}

const sentences = (name: string, count: number) => Array.from({ length: count }, (_, at) => `Sentence ${at} of ${name} says something.`).join(' ');

test('a document that fits is read as it is', () => {
  const { passages } = passagesOf(['One.', 'Two.']);
  expect(readWhole(passages)).toEqual(passages);
});

test('of a longer one each passage is read from its beginning', () => {
  const { passages } = passagesOf([sentences('first', 40), 'Short.', sentences('last', 40)]);
  const read = readWhole(passages, 300);
  expect(read.map(({ text }) => text.slice(0, 20))).toEqual(['Sentence 0 of first ', 'Short.', 'Sentence 0 of last s']);
});

test('of a very long one passages are read from its whole length', () => {
  const { passages } = passagesOf(Array.from({ length: 100 }, (_, at) => sentences(`section ${at}`, 9)));
  const read = readWhole(passages, 600);
  expect(read.map(({ key }) => key)).toEqual(['0', '10', '20', '30', '40', '50', '60', '70', '80', '90']);
});

test('whatever is read is within the budget and stands in the file', () => {
  fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 30 }), fc.integer({ min: 60, max: 900 }), (lengths, budget) => {
    const { text, passages } = passagesOf(lengths.map((length, at) => sentences(`${at}`, length)));
    const read = readWhole(passages, budget);
    expect(read.reduce((sum, passage) => sum + estimateTokens(passage.text), 0)).toBeLessThanOrEqual(budget);
    read.forEach((passage) => { expect(text.slice(passage.span.start, passage.span.end)).toBe(passage.text); });
  }));
});
