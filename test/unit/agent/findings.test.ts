import { expect, test } from 'vitest';
import { Findings } from '../../../src/agent/findings';
import { EvidenceLedger } from '../../../src/evidence/ledger';
import { note } from './support';

const [A, B, C, D, E, F] = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => note(`${name}.md`, name)) as [never, never, never, never, never, never];

/** Takes in calls, each a query with what it found; tells of the last what it added. */
function check(calls: readonly (readonly [query: string | undefined, passages: readonly never[]])[], expected: { fresh: number; isGain: boolean }) {
  const findings = new Findings(new EvidenceLedger());
  const admitted = calls.map(([query, passages]) => findings.admit({ passages }, query, 'the question')).at(-1);
  expect({ fresh: admitted?.fresh.length, isGain: admitted?.isGain }).toEqual(expected);
  return findings;
}

test('a query is compared with each earlier query, not with all of them together', () => {
  check([['one', [A, B]], ['two', [C, D]], ['three', [A, B, C, D, E]]], { fresh: 1, isGain: true });
  check([['one', [A, B, C, D]], ['two', [A, B, C, D, E]]], { fresh: 1, isGain: false });
});

test('of a few passages all must be the same', () => {
  check([['one', [A, B, C]], ['two', [A, B, C, D]]], { fresh: 1, isGain: true });
  check([['one', [A]], ['two', [A]]], { fresh: 0, isGain: false });
});

test('what lies below the first five does not count', () => {
  check([['one', [A, B, C, D, E]], ['two', [E, D, C, B, A, F]]], { fresh: 1, isGain: false });
});

test('reading is no query: neither is it compared, nor is anything with it', () => {
  check([[undefined, [A, B, C, D]], ['two', [A, B, C, D, E]]], { fresh: 1, isGain: true });
  check([['one', [A, B, C, D]], [undefined, [A, B, C, D, E]]], { fresh: 1, isGain: true });
});

test('what was read is about the question; passages come once, groups as they were, a query that found nothing too', () => {
  const findings = check([['one', [A, A, B]], [undefined, [B, C]], ['none', []]], { fresh: 0, isGain: false });
  expect(findings.groups).toEqual([{ query: 'one', passages: [A, B] }, { query: 'the question', passages: [B, C] }, { query: 'none', passages: [] }]);
  expect(findings.passages).toEqual([A, B, C]);
});

test('the same result computed again is no gain', () => {
  const findings = new Findings(new EvidenceLedger());
  const gains = ['4', '4', '5'].map((computed) => findings.admit({ passages: [], computed }, undefined, '?').isGain);
  expect(gains).toEqual([true, false, true]);
  expect(findings.computed).toEqual(['4', '5']);
});
