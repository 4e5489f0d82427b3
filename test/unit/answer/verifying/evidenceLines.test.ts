import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evidenceLines } from '../../../../src/answer/verifying/evidenceLines';
import { evidence } from './support';

test('a passage falls into its sentences, items, rows and lines of code, each with its lines of the file', () => {
  const text = 'One job. Two\njobs wait.\n\n- an item\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```sh\nnpm start\n```\n';
  const lines = evidenceLines(evidence(2, text, { startLine: 10 }));
  expect(lines.map(({ text: own, span }) => `${span.startLine}-${span.endLine} ${own}`)).toEqual([
    '10-10 One job.', '10-11 Two\njobs wait.', '13-13 - an item', '15-15 | a | b |', '17-17 | 1 | 2 |', '19-19 ```sh', '20-20 npm start',
  ]);
  expect(lines.every(({ n, about }) => n === 2 && about === 'docs/jobs.md\nJobs')).toBe(true);
});

test('a line is exactly its span of the file, wherever the passage stands', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a. ', 'B', '\n', '- ', '`', '任务。', '|', ' ', '#', '\r\n') }), fc.nat(500), (text, before) => {
      const { passage } = evidence(1, text);
      const file = '\n'.repeat(before) + text;
      const span = { start: before, end: file.length, startLine: before + 1, endLine: before + passage.span.endLine };
      for (const line of evidenceLines({ n: 1, passage: { ...passage, span } })) {
        expect(file.slice(line.span.start, line.span.end)).toBe(line.text);
        expect(line.span.startLine).toBeGreaterThan(before);
      }
    }),
  );
});
