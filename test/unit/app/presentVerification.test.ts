import { expect, test } from 'vitest';
import { doubtsOf, presentRevisions, presentVerification } from '../../../src/app/presentVerification';
import { untranslated } from '../../../src/app/translate';
import type { SentenceCheck, SentenceVerdict, Verification } from '../../../src/model/answer';

const check = (sentence: string, verdict: SentenceVerdict, numbers = [1]): SentenceCheck => ({ sentence, start: 0, end: 1, numbers, verdict });

const AGREED: Verification = { checks: [check('A.', 'supported')], revisions: [], passes: 0, end: 'agreed' };

function told(change: Partial<Verification>): string {
  return presentVerification({ ...AGREED, ...change }, untranslated).join(' ');
}

test('an answer that is supported as it stands needs no words', () => {
  expect(told({})).toBe('');
});

test('what became of the answer is told with the words it replaced', () => {
  const revisions = [{ was: 'It is 7.', now: 'It is 5.' }, { was: 'It is fast.' }];
  expect(told({ revisions, passes: 1 })).toBe('Revised after checking: rewritten: “It is 7.”, withdrawn: “It is fast.”.');
});

test('many changes are counted, long ones cut', () => {
  const revisions = Array.from({ length: 5 }, () => ({ was: `${'long '.repeat(60)}.` }));
  const text = presentRevisions(revisions, untranslated);
  expect(text).toContain('2 more');
  expect(text.length).toBeLessThan(500);
});

test('doubts, open statements and a check that was not finished are told', () => {
  const checks = [check('A.', 'supported'), check('B.', 'partly'), check('C.', 'notSupported'), check('D.', 'undecided')];
  expect(told({ checks, end: 'disagreed' })).toBe('Not supported by the lines they cite, and marked: 2 of 4 statements. Could not be checked: 1 of 4 statements.');
  expect(told({ end: 'timedOut' })).toMatch(/took too long.*stands/u);
  expect(told({ end: 'failed' })).toMatch(/could not check.*stands/u);
});

test('a doubt marks every source that the statement cites, unless it is marked already', () => {
  const verification: Verification = { ...AGREED, checks: [check('A.', 'supported'), check('B.', 'partly', [1, 2]), check('It is 7.', 'notSupported', [3])] };
  const marks = doubtsOf(verification, [{ n: 3, sentence: 'It is 7.', missing: ['7'] }]);
  expect(marks).toEqual([{ n: 1, sentence: 'B.', missing: ['“B.”'] }, { n: 2, sentence: 'B.', missing: ['“B.”'] }]);
});
