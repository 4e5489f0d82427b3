import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { measureCoverage } from '../../../src/answer/coverage';
import { answerFromExtracts } from '../../../src/answer/extractive';
import { MarkerStream } from '../../../src/answer/markers';
import type { Evidence, Grade } from '../../../src/model/evidence';
import { lineStarts, spanOf } from '../../../src/util/lines';

const RETRIES = `# Retries

A job fails when the worker says so. After \`max_attempts\` (8 by default) the job is stranded.

## Setting the limit

Raise the limit in the configuration:

\`\`\`toml
[jobs]
max_attempts = 12
\`\`\`

1. Stop the server.
2. Change the file.
3. Start the server again.

## Strategies

| Name | First wait | Longest wait |
|---|---|---|
| tidal | 2 s | 15 min |
| steady | 30 s | 10 min |

Which data leaves the machine? None. The server sends no telemetry.

See footnote [1] for jobs that are stranded by hand.
`;

const FILES: Readonly<Record<string, string>> = {
  'docs/retries.md': RETRIES,
  'docs/zh/重试.md': '# 重试\n\n任务失败后会自动重试。默认最多重试 8 次，之后任务被搁置。\n',
  'docs/badges.md': '# Badges [2]\n\n<p>html</p>\n\n![image](a.png)\n',
  'docs/footnotes.md': '# Notes\n\nAs shown in [2]:\n\n```\ncode [2]\n```\n\n| a [2] | b |\n|---|---|\n| limit | twelve |\n',
  'src/backoff.ts': '/** Doubles the wait. */\nexport function tidal(attempts: number): number {\n  return 2 ** attempts;\n}\n',
};

/** Evidence made of pieces of files: `[path, first words, last words]`, best first. */
function evidenceOf(places: readonly (readonly [path: string, first?: string, last?: string])[]): Evidence[] {
  return places.map(([path, first, last], at) => {
    const file = FILES[path] ?? '';
    const start = first === undefined ? 0 : file.indexOf(first);
    const end = last === undefined ? file.length : file.indexOf(last) + last.length;
    const span = spanOf(lineStarts(file), start, end);
    const kind = path.endsWith('.ts') ? 'code' : 'section';
    const passage = { path, kind, headings: ['Retries'], span, text: file.slice(start, end), key: `${at}`, score: 1 - at / 10, ranks: {} } as const;
    return { n: at + 1, passage };
  });
}

function answer(question: string, evidence: readonly Evidence[], grade: Grade = 'HIGH') {
  return answerFromExtracts({ question, evidence, grade, readText: (path) => FILES[path] });
}

describe('the answer is what the files say, in the form that was asked for', () => {
  function check(question: string, expected: string, places: Parameters<typeof evidenceOf>[0] = [['docs/retries.md']]) {
    expect(answer(question, evidenceOf(places)).text).toContain(expected);
  }

  test('a sentence', () => {
    check('When is a job stranded?', 'After `max_attempts` (8 by default) the job is stranded. [1]');
  });

  test('a sentence in Chinese', () => {
    check('默认重试多少次？', '任务失败后会自动重试。[1] 默认最多重试 8 次，之后任务被搁置。[1]', [['docs/zh/重试.md']]);
  });

  test('code under the words that lead in to it', () => {
    check(
      'How do I raise the limit of attempts in the configuration?',
      'Raise the limit in the configuration: [1]\n\n```toml\n[jobs]\nmax_attempts = 12\n```',
    );
  });

  test('every step of a procedure', () => {
    check('How do I change the file?', '1. Stop the server. [1]\n2. Change the file. [1]\n3. Start the server again. [1]');
  });

  test('a row under the head of its table', () => {
    check('What is steady?', '| Name | First wait | Longest wait |\n|---|---|---|\n| steady | 30 s | 10 min [1] |');
  });

  test('the whole table when all of it was asked for', () => {
    check('Which strategies are there?', '| tidal | 2 s | 15 min [1] |\n| steady | 30 s | 10 min [1] |');
  });

  test('a short answer together with the sentence that completes it', () => {
    check('Does the server send telemetry?', 'None. [1] The server sends no telemetry. [1]');
  });

  test('a code file in a fence of its language', () => {
    check('tidal function', '```ts\n/** Doubles the wait. */', [['src/backoff.ts']]);
  });

  test('code that the passage begins in the middle of', () => {
    check('How do I set max_attempts?', '```\nmax_attempts = 12\n```', [['docs/retries.md', 'max_attempts = 12', '3. Start']]);
  });
});

test('what is quoted is told as parts of the passages, wherever these begin in their files', () => {
  function check(question: string, places: Parameters<typeof evidenceOf>[0], ...expected: string[]) {
    const evidence = evidenceOf(places);
    expect(answer(question, evidence).quoted.map(({ n, start, end }) => evidence[n - 1]?.passage.text.slice(start, end))).toEqual(expected);
  }
  check('When is a job stranded?', [['docs/retries.md', 'A job fails', 'stranded.']],
    'A job fails when the worker says so.', 'After `max_attempts` (8 by default) the job is stranded.');
  check('What is steady?', [['docs/retries.md']], '| steady | 30 s | 10 min |');
  check('默认重试多少次？', [['docs/zh/重试.md']], '任务失败后会自动重试。', '默认最多重试 8 次，之后任务被搁置。');
});

test('nothing is quoted if no word of the question is in the evidence', () => {
  expect(answer('Wie oft?', evidenceOf([['docs/retries.md', 'A job fails', 'stranded.']])).text).toBe('');
});

test('what reads like a citation of ours is not quoted, except in code', () => {
  expect(answer('footnote stranded by hand', evidenceOf([['docs/retries.md']])).text).not.toContain('footnote');
  const evidence = evidenceOf([['docs/footnotes.md'], ['docs/retries.md']]);
  const stream = new MarkerStream(() => true);
  stream.push(answer('How do I code the limit?', evidence.slice(0, 1)).text);
  stream.end();
  expect([...stream.cited]).toEqual([1]);
});

test('a passage without any sentence is quoted as it stands', () => {
  expect(answer('badges', evidenceOf([['docs/badges.md']])).text).toBe(
    '**Retries** [1]\n\n```\n# Badges [2]\n\n<p>html</p>\n\n![image](a.png)\n```',
  );
});

test('the notice says that no model is set up, and whether the match is weak, in the language of the question', () => {
  const evidence = evidenceOf([['docs/retries.md']]);
  expect(answer('When?', evidence).notice).toEqual({ key: 'noModel', text: expect.stringContaining('word for word') as string });
  expect(answer('When?', evidence, 'LOW').notice.text).toContain('No passage fits well');
  expect(answer('何时？', evidence, 'LOW').notice.text).toContain('没有找到非常匹配的内容');
});

const WORDS = ['job', 'stranded', 'How do I', 'which', 'limit', 'server', 'wait', 'tidal', '默认', '重试', 'why', 'what is', 'telemetry', 'zzz'];
const PLACES = fc.subarray<Parameters<typeof evidenceOf>[0][number]>(
  [
    ['docs/retries.md'],
    ['docs/retries.md', '## Setting', '3. Start'],
    ['docs/retries.md', 'max_attempts = 12', '| tidal'],
    ['docs/zh/重试.md'],
    ['docs/badges.md'],
    ['docs/footnotes.md'],
    ['src/backoff.ts'],
  ],
  { minLength: 1 },
);

test('whatever is asked: every sentence is in its file and cited, and every citation is of the evidence', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }), PLACES, (words, places) => {
      const evidence = evidenceOf(places);
      const { text } = answer(words.join(' '), evidence);
      const known = (n: number) => n >= 1 && n <= evidence.length;
      const stream = new MarkerStream(known);
      expect(stream.push(text) + stream.end()).toBe(text);
      expect(stream.cited.size > 0).toBe(text !== '');
      const coverage = measureCoverage(text, known);
      expect(coverage.cited).toBe(coverage.sentences);
      for (const line of text.split('\n')) {
        const own = line.replace(/ ?\[\d+\](?: \|)?| › /g, '\n').split('\n');
        const words = own.map((part) => part.replace(/^(?:- |\d\. |\*\*)|\*\*$|^```\w*$/g, '').trim());
        for (const part of words) {
          expect(evidence.some(({ passage }) => [FILES[passage.path], ...passage.headings].join('\n').includes(part)), part).toBe(true);
        }
      }
    }),
    { numRuns: 300 },
  );
});
