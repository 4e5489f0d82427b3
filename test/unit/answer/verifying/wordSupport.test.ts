import { expect, test } from 'vitest';
import { evidenceLines } from '../../../../src/answer/verifying/evidenceLines';
import { readLine, supportByWords } from '../../../../src/answer/verifying/wordSupport';
import type { Evidence } from '../../../../src/model/evidence';
import { evidence } from './support';

const readAll = (one: Evidence) => evidenceLines(one).map(readLine);

const LINES = readAll(
  evidence(1, [
    'Tidewater runs jobs from a queue.', 'A failed job is retried five times.', 'The pause between two tries doubles, up to 10 minutes.',
    'A worker holds a lease on its job.', 'The lease lasts 90 seconds and is renewed every 30 seconds.', '租约默认持续九十秒。', '失败的任务会重试五次。',
  ].join('\n\n')),
);

function check(statement: string, first: string) {
  expect(supportByWords(statement, LINES).lines[0]?.text).toBe(first);
}

test('the line that says most of a statement comes first', () => {
  check('Failed jobs are retried 5 times.', 'A failed job is retried five times.');
  check('The pause doubles until it reaches ten minutes.', 'The pause between two tries doubles, up to 10 minutes.');
  check('任务失败后会重试五次', '失败的任务会重试五次。');
});

test('a number decides between lines that are about the same', () => {
  check('It happens every 30 s for a lease.', 'The lease lasts 90 seconds and is renewed every 30 seconds.');
});

test('further lines are chosen for what the first lacks', () => {
  const { lines } = supportByWords('A failed job is retried five times, and the pause doubles up to 10 minutes.', LINES);
  expect(lines.slice(0, 2).map(({ text }) => text).sort()).toEqual(['A failed job is retried five times.', 'The pause between two tries doubles, up to 10 minutes.']);
});

test('the share grows with what is said, from nothing to all of it', () => {
  const share = (statement: string) => supportByWords(statement, LINES).share;
  expect(share('Penguins breed in Antarctica.')).toBe(0);
  expect(share('A worker holds a lease on its job.')).toBe(1);
  expect(share('A worker holds a lease on a penguin.')).toBeGreaterThan(0.2);
  expect(share('A worker holds a lease on a penguin.')).toBeLessThan(1);
});

test('what a passage stands under counts for its lines, less than what they say', () => {
  const [said, under] = [['The limit of retries is five.', 'Limits'], ['The limit is five.', 'Retries']].map(([text = '', heading = '']) =>
    supportByWords('The limit of retries is five.', readAll(evidence(1, text, { headings: [heading], path: 'a' }))).share);
  expect(said).toBe(1);
  expect(under).toBeGreaterThan(0.7);
  expect(under).toBeLessThan(1);
});

test('nothing supports a statement of no lines, and a statement of no words', () => {
  expect(supportByWords('A job.', [])).toMatchObject({ lines: [], share: 0 });
  expect(supportByWords('…', LINES)).toMatchObject({ share: 0, terms: 0 });
});
