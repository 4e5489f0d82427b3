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
  expect(ledger.admit([one, { ...one, key: 'x' }, { ...one, path: 'b' }, passage('a', 1)]).map(({ n }) => n)).toEqual([1, 2, 3, 4]);
});

test('a number that was not given has no evidence', () => {
  const ledger = new EvidenceLedger();
  ledger.admit([passage('a', 0)]);
  expect([0, -1, 2, 0.5].map((n) => ledger.get(n))).toEqual([undefined, undefined, undefined, undefined]);
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
