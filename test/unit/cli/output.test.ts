import { expect, test } from 'vitest';
import { answerOutput } from '../../../src/cli/output';
import type { Citation } from '../../../src/model/answer';
import type { TurnOutcome } from '../../../src/model/turn';

const CITATION: Citation = {
  n: 1, path: 'a.md', headings: ['A', 'B'], span: { start: 0, end: 5, startLine: 2, endLine: 3 }, check: 'verified', quote: 'hello',
};

const OUTCOME: TurnOutcome = {
  question: 'q', answer: 'Yes [1].', evidence: [], citations: [CITATION], coverage: 1, confidence: 1, grade: 'HIGH',
  invalidRefs: 0, unsupported: [], isUngrounded: false, route: 'ONE_SHOT', rounds: 0, stopReason: 'answered', usage: {}, model: 'm',
};

function check(citation: Partial<Citation>, line: string, json: object) {
  const output = answerOutput({ ...OUTCOME, citations: [{ ...CITATION, ...citation }] });
  expect(output.text).toBe(`Yes [1].\n\n[1] ${line}`);
  expect(output.json).toMatchObject({ citations: [json] });
}

const JSON_OF_FILE = { n: 1, path: 'a.md', startLine: 2, endLine: 3, heading: 'A › B', check: 'verified', quote: 'hello' };

test('a cited file is named with its lines, and what became of them', () => {
  check({}, 'a.md:2-3', JSON_OF_FILE);
  check({ columns: { start: 7, end: 20 } }, 'a.md:2-3', { ...JSON_OF_FILE, startColumn: 7, endColumn: 20 });
  check({ check: 'moved' }, 'a.md:2-3 (moved)', { ...JSON_OF_FILE, check: 'moved' });
});

test('the lines that the answer rests on are told beside those of the whole passage, where they are known', () => {
  const quote = 'One.\nTwo. Three.\nFour.';
  check({ quote, support: [{ start: 5, end: 9 }] }, 'a.md:2-3', { startLine: 2, endLine: 3, support: { startLine: 3, endLine: 3 } });
  check({ quote, support: [{ start: 0, end: 4 }, { start: 17, end: 22 }] }, 'a.md:2-3', { support: { startLine: 2, endLine: 4 } });
  expect(answerOutput(OUTCOME).json).not.toMatchObject({ citations: [{ support: expect.anything() as unknown }] });
});

test('a page is named by its address, a note as a note', () => {
  const url = 'https://example.org/x';
  check({ path: url, origin: { kind: 'web', url, retrievedAt: '' } }, url, { ...JSON_OF_FILE, path: url, source: 'web', url });
  check({ path: 'limits', origin: { kind: 'memory', noteId: '7' } }, 'note: limits', { ...JSON_OF_FILE, path: 'limits', source: 'memory' });
});

test('an answer that broke off says why, to people and to programs', () => {
  const { text, json } = answerOutput({ ...OUTCOME, cutBy: 'length' });
  expect(text).toMatch(/^Yes \[1\]\.\n\n\[1\] a\.md:2-3\n\nThe answer breaks off: .* output limit\..*$/u);
  expect(json).toMatchObject({ cutBy: 'length' });
});

test('where the model that was named did not answer, that is what is told, not that there is none', () => {
  const { model: _, ...extract } = OUTCOME;
  expect(answerOutput(extract).text).toContain('no language model is set up');
  const { text, json } = answerOutput(extract, 'The key was refused.');
  expect(text).toMatch(/did not answer.*: The key was refused\.$/u);
  expect(text).not.toContain('no language model is set up');
  expect(json).toMatchObject({ model: null, trouble: 'The key was refused.' });
});
