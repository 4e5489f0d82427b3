import { expect, test } from 'vitest';
import { checkByText } from '../../../../src/answer/verifying/checkByText';
import { evidence } from './support';

const EVIDENCE = [
  evidence(1, '# Retries\n\nA failed job is retried 5 times. The pause between two tries doubles.\n\nThe queue never loses a job that was accepted.', { startLine: 10 }),
  evidence(2, '失败的任务最多重试五次。租约到期后任务不会丢失。', { path: 'docs/zh/jobs.md', headings: ['任务'] }),
];

/** Verdicts of an answer, one line each: `supported 12 1`. */
function check(answer: string, ...expected: string[]) {
  const shown = checkByText(answer, EVIDENCE).map(({ verdict, line, reason }) => `${verdict} [${line?.n ?? ''}] ${line?.startLine ?? ''}${reason === undefined ? '' : ` ${reason}`}`);
  expect(shown).toEqual(expected);
}

test('what the cited lines say in nearly the same words is supported, with the line that says it', () => {
  check('A failed job is retried 5 times [1].', 'supported [1] 12');
  check('The pause between two tries doubles [1].', 'supported [1] 12');
  check('失败的任务最多重试五次[2]。', 'supported [2] 1');
});

test('a number or name that the cited lines lack is not supported', () => {
  check('A failed job is retried 7 times [1].', 'notSupported [1] 12 The cited lines do not contain: 7');
});

test('the opposite of a cited line is not supported', () => {
  check('The queue loses a job that was accepted [1].', 'notSupported [1] 14 The cited lines say the opposite.');
  check('租约到期后任务会丢失[2]。', 'notSupported [2] 1 The cited lines say the opposite.');
});

test('a denial in a line that says more decides nothing', () => {
  check('The queue keeps what it accepted from a client [1].', 'undecided [1] 14');
});

test('a statement about something else than its sources is not supported', () => {
  check('The penguins of the city zoo are fed by their keepers with fresh herring [1].', expect.stringMatching(/^notSupported \[1\] .* something else\.$/u) as string);
});

test('a statement in another language than its sources is not judged by words', () => {
  check('Los pingüinos del parque comen arenque fresco [1].', expect.stringMatching(/^undecided/u) as string);
  check('失败的作业会再试几次[1]。', expect.stringMatching(/^undecided/u) as string);
});

test('a paraphrase is left to the model', () => {
  check('Work that did not succeed gets several further attempts [1].', expect.stringMatching(/^undecided/u) as string);
});

test('only cited sentences are checked, each by what it cites, and they are found in the answer', () => {
  const answer = 'Intro without citation here.\n\n- A failed job is retried 5 times [2].\n- A failed job is retried 5 times. [1]\n';
  const checks = checkByText(answer, EVIDENCE);
  expect(checks.map(({ numbers, verdict }) => `${numbers.join()} ${verdict}`)).toEqual(['2 undecided', '1 supported']);
  expect(checks.map(({ start, end }) => answer.slice(start, end))).toEqual(['A failed job is retried 5 times [2].', 'A failed job is retried 5 times. [1]']);
  expect(checks[0]?.sentence).toBe('A failed job is retried 5 times.');
});

test('numbers that no evidence has are no citations', () => {
  check('A failed job is retried 5 times [9].');
});
