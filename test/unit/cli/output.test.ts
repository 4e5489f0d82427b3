import { expect, test } from 'vitest';
import { answerOutput } from '../../../src/cli/output';
import type { Citation } from '../../../src/model/answer';
import type { TurnOutcome } from '../../../src/model/turn';

const CITATION: Citation = {
  n: 1, path: 'a.md', headings: ['A', 'B'], span: { start: 0, end: 5, startLine: 2, endLine: 3 }, check: 'verified', quote: 'hello',
};

function check(citation: Partial<Citation>, line: string, json: object) {
  const outcome: TurnOutcome = {
    question: 'q', answer: 'Yes [1].', evidence: [], citations: [{ ...CITATION, ...citation }], coverage: 1, confidence: 1, grade: 'HIGH',
    invalidRefs: 0, unsupported: [], isUngrounded: false, route: 'ONE_SHOT', rounds: 0, stopReason: 'answered', usage: {}, model: 'm',
  };
  const output = answerOutput(outcome);
  expect(output.text).toBe(`Yes [1].\n\n[1] ${line}`);
  expect(output.json).toMatchObject({ citations: [json] });
}

const JSON_OF_FILE = { n: 1, path: 'a.md', startLine: 2, endLine: 3, heading: 'A › B', check: 'verified', quote: 'hello' };

test('a cited file is named with its lines, and what became of them', () => {
  check({}, 'a.md:2-3', JSON_OF_FILE);
  check({ check: 'moved' }, 'a.md:2-3 (moved)', { ...JSON_OF_FILE, check: 'moved' });
});

test('a page is named by its address, a note as a note', () => {
  const url = 'https://example.org/x';
  check({ path: url, origin: { kind: 'web', url, retrievedAt: '' } }, url, { ...JSON_OF_FILE, path: url, source: 'web', url });
  check({ path: 'limits', origin: { kind: 'memory', noteId: '7' } }, 'note: limits', { ...JSON_OF_FILE, path: 'limits', source: 'memory' });
});
