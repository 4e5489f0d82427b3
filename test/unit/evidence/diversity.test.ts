import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { selectDiverse } from '../../../src/evidence/diversity';
import type { Passage } from '../../../src/model/passage';

function passage(text: string, score: number, extra: Partial<Passage> = {}): Passage {
  const span = { start: 0, end: text.length, startLine: 1, endLine: 1 };
  return { path: `${text}.md`, kind: 'text', headings: [], span, text, key: text, score, ranks: {}, ...extra };
}

const value = ({ score }: Passage) => score;
const all = (candidate: Passage) => candidate;

/** The texts chosen, in order. */
function check(passages: readonly Passage[], count: number, expected: readonly string[], admit: (p: Passage) => Passage | undefined = all) {
  expect(selectDiverse(passages, { value, count, admit }).map(({ text }) => text)).toEqual(expected);
}

const CACHE = passage('The cache keeps vectors for thirty days.', 0.9);
const AGAIN = passage('For thirty days the cache keeps vectors!', 0.85);
const LAKE = passage('A lake is deep and cold in winter.', 0.75);
const FOG = passage('Fog.', 0.1);

test('what says the same again gives way to something new', () => {
  check([CACHE, AGAIN, LAKE], 2, [CACHE.text, LAKE.text]);
});

test('something new that hardly fits does not displace what confirms', () => {
  check([CACHE, AGAIN, FOG], 2, [CACHE.text, AGAIN.text]);
});

test('of equals, another file comes before another section, and that before the same section', () => {
  const place = { path: 'a.md', headings: ['A'] };
  const first = passage('Alpha beta.', 0.9, place);
  const sameSection = passage('Gamma delta.', 0.5, place);
  const sameFile = passage('Epsilon zeta.', 0.5, { ...place, headings: ['B'] });
  const elsewhere = passage('Eta theta.', 0.5, { path: 'b.md' });
  check([first, sameSection, sameFile, elsewhere], 4, [first, elsewhere, sameFile, sameSection].map(({ text }) => text));
});

test('a note that is called like a file is elsewhere', () => {
  const first = passage('Alpha beta.', 0.9, { path: 'a.md' });
  const file = passage('Gamma delta.', 0.5, { path: 'a.md' });
  const note = passage('Eta theta.', 0.5, { path: 'a.md', origin: { kind: 'memory', noteId: '1' } });
  check([first, file, note], 2, [first.text, note.text]);
});

test('what there is no room for makes nothing else redundant', () => {
  check([CACHE, AGAIN, LAKE], 1, [AGAIN.text], (candidate) => (candidate === CACHE ? undefined : candidate));
});

test('a choice is a selection: the best first, none twice, as many as there may be', () => {
  const word = fc.constantFrom('cache', 'lake', 'moon', '缓存', 'days', '');
  // Scores of no more digits than λ·value keeps apart.
  const score = fc.nat(1_000).map((thousandths) => thousandths / 1_000);
  const candidates = fc.uniqueArray(fc.tuple(fc.array(word, { maxLength: 6 }), score), { selector: ([words]) => words.join(' ') });
  fc.assert(
    fc.property(candidates, fc.integer({ min: 1, max: 10 }), (made, count) => {
      const passages = made.map(([words, worth]) => passage(words.join(' '), worth));
      const chosen = selectDiverse(passages, { value, count, admit: all });
      expect(chosen).toHaveLength(Math.min(count, passages.length));
      expect(new Set(chosen).size).toBe(chosen.length);
      expect(chosen.every((one) => passages.includes(one))).toBe(true);
      expect(chosen[0]?.score ?? 0).toBe(Math.max(0, ...passages.map(value)));
    }),
  );
});
