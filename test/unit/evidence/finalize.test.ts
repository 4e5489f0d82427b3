import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { finalizeEvidence } from '../../../src/evidence/finalize';
import type { Passage } from '../../../src/model/passage';
import { lineStarts, spanOf } from '../../../src/util/lines';

const FILE = '# Cache\n\nOne line of cache.\n\n\nTwo lines of cache.\nThree lines of cache.\n\n# Other\n\nA cache again.\n';

/** The passage of `FILE` that begins and ends with these words. */
function passage(first: string, last = first, extra: Partial<Passage> = {}): Passage {
  const start = FILE.indexOf(first);
  const end = FILE.indexOf(last) + last.length;
  const text = FILE.slice(start, end);
  return { path: 'a.md', kind: 'section', headings: ['Cache'], span: spanOf(lineStarts(FILE), start, end), text, key: text, score: 0.5, ranks: {}, ...extra };
}

function check(passages: readonly Passage[], expected: readonly string[], options: Partial<Parameters<typeof finalizeEvidence>[1]> = {}) {
  const evidence = finalizeEvidence(passages, { question: 'cache', readText: () => FILE, ...options });
  expect(evidence.map(({ span, path }) => `${path}:${span.startLine}-${span.endLine}`)).toEqual(expected);
  return evidence;
}

const one = passage('One line of cache.');
const two = passage('Two lines of cache.');
const three = passage('Three lines of cache.');
const other = passage('A cache again.', undefined, { headings: ['Other'] });

test('the best comes first', () => {
  check([one, { ...other, score: 0.9 }], ['a.md:11-11', 'a.md:3-3']);
});

test('equal content is kept once, with its best score', () => {
  const [kept] = check([{ ...one, path: 'b.md' }, { ...one, score: 0.7 }], ['a.md:3-3']);
  expect(kept?.score).toBe(0.7);
});

test('neighbours of a section merge, over blank lines too, into exactly the text of the file', () => {
  const [merged] = check([three, { ...one, score: 0.9, ranks: { keyword: 4 } }, { ...two, similarity: 0.4, ranks: { keyword: 2 } }], ['a.md:3-7']);
  expect(merged?.text).toBe('One line of cache.\n\n\nTwo lines of cache.\nThree lines of cache.');
  expect([merged?.score, merged?.similarity, merged?.ranks]).toEqual([0.9, 0.4, { keyword: 2 }]);
});

test('neighbours of different sections stay apart', () => {
  check([three, other], ['a.md:7-7', 'a.md:11-11']);
});

test('overlapping passages merge, also across sections, under the headings that they share', () => {
  const whole = passage('Three lines', 'A cache', { headings: ['Cache', 'Deep'] });
  const [merged] = check([whole, three], ['a.md:7-11']);
  expect(merged?.headings).toEqual(['Cache']);
});

test('nothing is merged without the file, or with one that says something else', () => {
  check([two, three], ['a.md:6-6', 'a.md:7-7'], { readText: () => undefined });
  check([two, three], ['a.md:6-6', 'a.md:7-7'], { readText: () => `x${FILE}` });
});

test('evidence stops at its budget, smaller passages fill it, and one always remains', () => {
  const big = { ...other, text: 'cache '.repeat(4_000), score: 0.9 };
  check([big, one], ['a.md:11-11'], { readText: () => undefined });
  check([one, { ...big, score: 0.1 }, { ...three, score: 0.05 }], ['a.md:3-3', 'a.md:7-7'], { readText: () => undefined });
});

test('at most eight passages are kept', () => {
  const many = Array.from({ length: 20 }, (_, at) => ({ ...one, path: `${at}.md`, key: `${at}` }));
  expect(finalizeEvidence(many, { question: 'cache' })).toHaveLength(8);
});

test('a nearest vector without any word of the question is noise; a near one or a found word is not', () => {
  check([{ ...one, similarity: 0.1 }], [], { question: 'moon' });
  check([{ ...one, similarity: 0.5 }], ['a.md:3-3'], { question: 'moon' });
  check([{ ...one, similarity: 0.1 }], ['a.md:3-3'], { question: 'cache' });
  check([one], ['a.md:3-3'], { question: 'cahce' });
  check([], []);
});

test('whatever is merged, each passage is the text of its span, and the input is left as it was', () => {
  const cut = fc.tuple(fc.nat(FILE.length - 1), fc.integer({ min: 1, max: 40 }), fc.constantFrom('Cache', 'Other'));
  fc.assert(
    fc.property(fc.array(cut, { maxLength: 8 }), (cuts) => {
      const passages = cuts.map(([start, length, heading]) => {
        const end = Math.min(FILE.length, start + length);
        const text = FILE.slice(start, end);
        return { ...one, headings: [heading], span: spanOf(lineStarts(FILE), start, end), text, key: `${start}-${end}-${heading}` };
      });
      const before = structuredClone(passages);
      const evidence = finalizeEvidence(passages, { question: 'cache', readText: () => FILE, maxPassages: 100 });
      expect(passages).toEqual(before);
      for (const { span, text } of evidence) {
        expect(FILE.slice(span.start, span.end)).toBe(text);
        expect(spanOf(lineStarts(FILE), span.start, span.end)).toEqual(span);
      }
      const ordered = evidence.map(({ span }) => span).sort((a, b) => a.start - b.start);
      ordered.slice(1).forEach((span, at) => {
        expect(span.start).toBeGreaterThanOrEqual(ordered[at]?.end ?? 0);
      });
    }),
  );
});
