import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Citing } from '../../../src/answer/supporting';
import { supportingParts } from '../../../src/answer/supporting';
import type { SentenceCheck } from '../../../src/model/answer';
import { evidence } from './verifying/support';

const JOBS = evidence(1, [
  'Tidewater runs jobs from a queue. A failed job is retried five times.', 'The pause between two tries doubles, up to 10 minutes.', '- A worker holds a lease.', '失败的任务会重试五次。租约默认持续九十秒。',
].join('\n\n'), { startLine: 11 });

const TABLE = evidence(2, '| Name | Wait |\n|---|---|\n| tidal | 2 s |\n| steady | 30 s |\n');

/** What is marked of each passage that is cited, under its number. */
function marked(citing: Omit<Citing, 'evidence'>) {
  const parts = supportingParts({ evidence: [JOBS, TABLE], ...citing });
  return Object.fromEntries([...parts].map(([n, ranges]) => [n, ranges.map(({ start, end }) => (n === 1 ? JOBS : TABLE).passage.text.slice(start, end))]));
}

const check = (answer: string, expected: Record<number, string[]>) => { expect(marked({ answer }), answer).toEqual(expected); };

test('the sentence that says what the citing sentence says is its support, in English and Chinese', () => {
  check('A failed job is tried again five times [1].', { 1: ['A failed job is retried five times.'] });
  check('租约持续九十秒[1]。', { 1: ['租约默认持续九十秒。'] });
  check('The steady strategy waits 30 s [2].', { 2: ['| steady | 30 s |'] });
});

test('a sentence that two say has both for its support, and each citing sentence its own', () => {
  check('Failed jobs are retried five times, and the pause doubles up to 10 minutes [1].', {
    1: ['A failed job is retried five times.\n\nThe pause between two tries doubles, up to 10 minutes.'],
  });
  check('A worker holds a lease [1]. The wait of tidal is 2 s [2]. Jobs run from a queue [1].', {
    1: ['Tidewater runs jobs from a queue.', '- A worker holds a lease.'], 2: ['| tidal | 2 s |'],
  });
});

test('nothing is marked for what the passage does not say in these words, nor where nothing is cited', () => {
  check('Penguins breed in Antarctica every single year [1].', {});
  check('A failed job is retried five times.', {});
  check('Sure [1].', {});
});

test('what is quoted is the support, whatever else shares words', () => {
  const start = JOBS.passage.text.indexOf('The pause');
  expect(marked({ answer: 'A failed job is retried five times. [1]', quoted: [{ n: 1, start, end: start + 9 }, { n: 1, start: start + 10, end: start + 17 }] }))
    .toEqual({ 1: ['The pause between'] });
});

test('where words do not tell, the lines are those that a model named when it checked the statement', () => {
  const said = (verdict: SentenceCheck['verdict']) => {
    const check: SentenceCheck = { sentence: '等待时间翻倍。', start: 0, end: 10, numbers: [1], verdict, line: { n: 1, startLine: 13, endLine: 13 } };
    return marked({ answer: '等待时间翻倍[1]。', verification: { checks: [check], revisions: [], passes: 0, end: 'agreed' } });
  };
  expect(said('supported')).toEqual({ 1: ['The pause between two tries doubles, up to 10 minutes.\n'] });
  expect(said('notSupported')).toEqual({});
});

test('whatever the texts, parts lie in their passage, in order and apart', () => {
  const text = fc.array(fc.constantFrom('A job fails. ', 'It waits 30 s.\n\n', '| a | b |\n|---|---|\n| c | 5 |\n', '- item\n', '租约。', '```\ncode\n```\n', '# Head\n', '\r\n', ' [1]'), { maxLength: 12 }).map((parts) => parts.join(''));
  fc.assert(fc.property(text, text, (source, answer) => {
    const parts = supportingParts({ answer, evidence: [evidence(1, source)] }).get(1) ?? [];
    parts.forEach(({ start, end }, at) => {
      expect(start).toBeGreaterThanOrEqual(parts[at - 1]?.end ?? 0);
      expect(end).toBeGreaterThan(start);
      expect(end).toBeLessThanOrEqual(source.length);
    });
  }));
});
