import { expect, test } from 'vitest';
import type { AnswerNeed } from '../../../src/evaluation/answerScore';
import { findForeign, scoreAnswer, scoreDecisions, states } from '../../../src/evaluation/answerScore';
import type { Citation } from '../../../src/model/answer';

function cite(path: string, startLine: number, endLine: number): Citation {
  return { n: 1, path, headings: [], span: { start: 0, end: 1, startLine, endLine }, check: 'verified', quote: '' };
}

/** `path:from-to` */
function need(facts: readonly string[], ...sources: string[]): AnswerNeed {
  return {
    facts: facts.map((fact) => [fact]),
    sources: sources.map((source) => {
      const [path = '', from, to] = source.split(/[:-]/u);
      return { path, startLine: Number(from), endLine: Number(to) };
    }),
  };
}

test('a citation is right if it shares a line with an expected source', () => {
  const score = (from: number, to: number) => scoreAnswer('', [cite('a.md', from, to)], [need([], 'a.md:10-20')]).cited;
  expect([score(1, 9), score(1, 10), score(12, 13), score(20, 30), score(21, 30)]).toEqual([0, 1, 1, 1, 0]);
  expect(scoreAnswer('', [cite('b.md', 10, 20)], [need([], 'a.md:10-20')]).cited).toBe(0);
});

test('of two needs one met is half the recall; of two citations one beside the point is half the precision', () => {
  const needs = [need(['ten'], 'a.md:1-2', 'a2.md:1-2'), need(['twenty'], 'b.md:1-2')];
  expect(scoreAnswer('It is **Ten**.', [cite('a2.md', 1, 1), cite('c.md', 1, 1)], needs)).toEqual({
    cited: 1, citationPrecision: 0.5, citationRecall: 0.5, facts: 0.5,
  });
});

test('an answer without citations is right in nothing', () => {
  expect(scoreAnswer('Nothing.', [], [need(['ten'], 'a.md:1-2')])).toEqual({ cited: 0, citationPrecision: 0, citationRecall: 0, facts: 0 });
});

test('a fact is said in any of its wordings, across lines, emphasis and markers', () => {
  expect(states('keeps for **24\nhours** [1].', ['one day', '24 hours'])).toBe(true);
  expect(states('keeps for 2 [1] hours', ['24 hours'])).toBe(false);
});

const SOURCE = 'Intro words.\n\n1. **queued**: on disk.\n\n| A | B |\n|---|---|\n| `x` | one |\n| `y` | two |\n\nA tail that ends.\n\nSee [the map](docs/map.md#x) for more.';

test.each([
  ['Intro words. [1] A tail that ends. [1]', []],
  ['1. **queued**: on disk. [1]', []],
  ['1. on disk. [1]', []],
  ['| A | B |\n|---|---|\n| `y` | two [1] |', []],
  ['```ts\none |\n```', []],
  ['**Intro › A tail** [1]', []],
  ['**Intro › A tale** [1]', ['A tale**']],
  ['See the map for more. [1]', []],
  ['See [the map](m.md) for more. [1]', []],
  ['A tail that begins. [1]', ['A tail that begins.']],
  ['A tail that end. [1]', ['A tail that end.']],
  ['Intro words. A tail that ends. [1]', ['Intro words. A tail that ends.']],
])('%j: foreign is %j', (answer, foreign) => {
  expect(findForeign(answer, [SOURCE])).toEqual(foreign);
});

test('decisions are scored by precision, recall and their harmonic mean', () => {
  const decide = (taken: boolean, right: boolean) => ({ taken, right });
  expect(scoreDecisions([decide(true, true), decide(true, false), decide(false, true), decide(false, true), decide(false, false)]))
    .toEqual({ precision: 0.5, recall: 1 / 3, f1: 0.4 });
  expect(scoreDecisions([decide(false, true)])).toEqual({ precision: 0, recall: 0, f1: 0 });
});
