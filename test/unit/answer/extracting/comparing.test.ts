import { expect, test } from 'vitest';
import { answerFromExtracts } from '../../../../src/answer/extractive';
import type { Evidence } from '../../../../src/model/evidence';
import { lineStarts, spanOf } from '../../../../src/util/lines';

const FILES: Readonly<Record<string, string>> = {
  'changes.md': '# 2.4.0\n\n- The `steady` strategy, beside `tidal`.\n',
  'waits.md': [
    '# Waiting', 'How long a job waits is decided by a strategy.', '## Tidal', 'The wait doubles with every attempt.', 'Use it under load.',
    '## Steady', 'Each wait is 30 seconds longer than the one before.', 'Use it for time.',
    '## Which one?', '| | Tidal | Steady |\n|---|---|---|\n| Second attempt | within 2 s | after about 30 s |\n| Foretold | no | yes |',
  ].join('\n\n'),
  'zh/等待.md': '# 等待\n\n## 怎么选？\n\n负载过高时选 `tidal`：等待时间逐次翻倍。只需等待一段时间时选 `steady`：每次多等三十秒。\n',
  'lanes.md': '# Lanes\n\n| Command | What it does |\n|---|---|\n| `lane pause` | no more leases |\n| `lane drain` | waits until nothing runs |\n| `lane list` | lists them |\n',
  'leases.md': '# Work\n\nA lease is the right to work on a job for some time.\n\nA locker holds a payload that is too large for a job.\n\nNeither is a lock.\n',
};

/** What is quoted of some files, with the heading that it is put under. */
function ask(question: string, focuses: readonly string[], ...paths: readonly string[]): string {
  const evidence = paths.map((path, at): Evidence => {
    const text = FILES[path] ?? '';
    return { n: at + 1, passage: { path, kind: 'section', headings: [], span: spanOf(lineStarts(text), 0, text.length), text, key: path, score: 1 - at / 10, ranks: {} } };
  });
  return answerFromExtracts({ question, evidence, grade: 'HIGH', focuses, readText: (path) => FILES[path] }).text;
}

const TABLE = '| | Tidal | Steady |\n|---|---|---|\n| Second attempt | within 2 s | after about 30 s [2] |\n| Foretold | no | yes [2] |';

test('each thing is quoted from the section about it, with the table that sets them side by side, not from where both are mentioned', () => {
  const answer = ask('What is the difference between the tidal and the steady strategy?', ['tidal', 'steady strategy'], 'changes.md', 'waits.md');
  expect(answer).toBe(`**Tidal** [2]\n\nThe wait doubles with every attempt. [2]\n\n**Steady** [2]\n\nEach wait is 30 seconds longer than the one before. [2]\n\n**Which one? [2]**\n\n${TABLE}`);
});

test('rows about the things are the comparison, the other rows are not', () => {
  expect(ask('How do lane pause and lane drain differ?', ['lane pause', 'lane drain'], 'lanes.md')).toBe(
    '**Lanes** [1]\n\n| Command | What it does |\n|---|---|\n| `lane pause` | no more leases [1] |\n| `lane drain` | waits until nothing runs [1] |',
  );
});

test('what stands in the language of the question goes first', () => {
  expect(ask('tidal 和 steady 有什么区别？', ['tidal', 'steady'], 'waits.md', 'zh/等待.md')).toBe(
    '**怎么选？[2]**\n\n负载过高时选 `tidal`：等待时间逐次翻倍。[2] 只需等待一段时间时选 `steady`：每次多等三十秒。[2]',
  );
  expect(ask('tidal 和 steady 有什么区别？', ['tidal', 'steady'], 'changes.md', 'waits.md')).toContain(TABLE);
});

test('without a section or a table, what fits best of all that speaks of each', () => {
  const answer = ask('What is the difference between a lease and a locker?', ['lease', 'locker'], 'leases.md');
  expect(answer).toContain('A lease is the right to work on a job for some time. [1]');
  expect(answer).toContain('A locker holds a payload that is too large for a job. [1]');
  expect(answer).not.toContain('Neither');
});

test('where one of them is nowhere spoken of, the question is answered as any other', () => {
  expect(ask('Compare a lease and a mutex', ['lease', 'mutex'], 'leases.md')).toBe(ask('Compare a lease and a mutex', [], 'leases.md'));
});
