import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { EvidenceLedger } from '../../../src/evidence/ledger';
import type { Passage } from '../../../src/model/passage';

function passage(path: string, start: number): Passage {
  const span = { start, end: start + 5, startLine: 1, endLine: 1 };
  return { path, kind: 'text', headings: [], span, text: 'hello', key: `${path}@${start}`, score: 1, ranks: {} };
}

test('numbers are given in order of admission', () => {
  const ledger = new EvidenceLedger();
  expect(ledger.admit([passage('a', 0), passage('b', 0)]).map(({ n }) => n)).toEqual([1, 2]);
  expect(ledger.admit([passage('a', 9)]).map(({ n }) => n)).toEqual([3]);
  expect(ledger.get(2)?.passage.path).toBe('b');
});

test('the same passage keeps its number, whatever its score in a later search', () => {
  const ledger = new EvidenceLedger();
  ledger.admit([passage('a', 0), passage('b', 0)]);
  expect(ledger.admit([{ ...passage('b', 0), score: 0.1 }, passage('c', 0)]).map(({ n }) => n)).toEqual([2, 3]);
});

test('another place, file or content is another passage', () => {
  const ledger = new EvidenceLedger();
  const one = passage('a', 0);
  expect(ledger.admit([one, { ...one, text: 'x' }, { ...one, path: 'b' }, passage('a', 1)]).map(({ n }) => n)).toEqual([1, 2, 3, 4]);
});

test('a number that was not given has no evidence', () => {
  const ledger = new EvidenceLedger();
  ledger.admit([passage('a', 0)]);
  expect([0, -1, 2, 0.5].map((n) => ledger.get(n))).toEqual([undefined, undefined, undefined, undefined]);
});

const SPAN = { start: 40, end: 45, startLine: 9, endLine: 9 };

test('what an earlier turn showed keeps its number, and new passages go on from there', () => {
  const earlier = new EvidenceLedger().admit([passage('a', 0), passage('b', 0)]);
  const ledger = new EvidenceLedger(earlier);
  const fresh = { ...passage('b', 0), score: 0.1 };
  expect(ledger.admit([passage('c', 0), fresh])).toEqual([{ n: 3, passage: passage('c', 0) }, { n: 2, passage: fresh }]);
});

test('only what this turn was given has a number in it', () => {
  const ledger = new EvidenceLedger(new EvidenceLedger().admit([passage('a', 0), passage('b', 0)]));
  ledger.admit([passage('b', 0)]);
  expect([ledger.get(1), ledger.get(2)?.passage.path]).toEqual([undefined, 'b']);
  expect(ledger.all.map(({ n }) => n)).toEqual([2]);
});

test('a text that moved in its file keeps its number, with its new lines; one that changed gets a new one', () => {
  const earlier = new EvidenceLedger().admit([passage('a', 0), passage('b', 0)]);
  const [moved, changed] = new EvidenceLedger(earlier).admit([{ ...passage('a', 0), span: SPAN }, { ...passage('b', 0), text: 'other' }]);
  expect(moved).toMatchObject({ n: 1, passage: { span: SPAN } });
  expect(changed?.n).toBe(3);
});

test('a text that now stands at two places has two numbers, whichever comes first', () => {
  const earlier = new EvidenceLedger().admit([passage('a', 0)]);
  const copy = { ...passage('a', 0), span: SPAN };
  expect(new EvidenceLedger(earlier).admit([copy, passage('a', 0)]).map(({ n }) => n)).toEqual([1, 2]);
});

test('a page or a note that is called like a file, or like another note, is another passage', () => {
  const file = passage('a', 0);
  const note = { ...file, origin: { kind: 'memory', noteId: '1' } as const };
  const other = { ...file, origin: { kind: 'memory', noteId: '2' } as const };
  expect(new EvidenceLedger(new EvidenceLedger().admit([file])).admit([note, other]).map(({ n }) => n)).toEqual([2, 3]);
});

test('whatever turns follow each other, a number means one text, and the same place keeps its number', () => {
  const batch = fc.uniqueArray(fc.record({ path: fc.constantFrom('a', 'b'), start: fc.nat(3), text: fc.constantFrom('hello', 'world') }), { selector: JSON.stringify, maxLength: 6 });
  fc.assert(
    fc.property(batch, batch, (first, second) => {
      const make = (places: typeof first) => places.map(({ path, start, text }) => ({ ...passage(path, start), text }));
      const earlier = new EvidenceLedger().admit(make(first));
      const ledger = new EvidenceLedger(earlier);
      const later = ledger.admit(make(second));
      expect(new Set(later.map(({ n }) => n)).size).toBe(second.length);
      for (const { n, passage: { path, text } } of later) {
        const before = earlier.find((entry) => entry.n === n)?.passage;
        expect([before?.path ?? path, before?.text ?? text]).toEqual([path, text]);
      }
    }),
  );
});

test('whatever is admitted, a number never changes its passage', () => {
  const batch = fc.array(fc.record({ path: fc.constantFrom('a', 'b'), start: fc.nat(3) }), { maxLength: 5 });
  fc.assert(
    fc.property(fc.array(batch), (batches) => {
      const ledger = new EvidenceLedger();
      const given = new Map<number, string>();
      for (const places of batches) {
        for (const { n, passage: admitted } of ledger.admit(places.map(({ path, start }) => passage(path, start)))) {
          expect(given.get(n) ?? admitted.key).toBe(admitted.key);
          given.set(n, admitted.key);
        }
      }
      expect(ledger.all.map(({ n }) => n)).toEqual([...given.keys()].sort((a, b) => a - b));
    }),
  );
});
