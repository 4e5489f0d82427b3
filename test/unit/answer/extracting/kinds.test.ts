import { describe, expect, test } from 'vitest';
import { measureCoverage } from '../../../../src/answer/coverage';
import { answerFromExtracts } from '../../../../src/answer/extractive';
import type { Evidence } from '../../../../src/model/evidence';
import { lineStarts, spanOf } from '../../../../src/util/lines';

/** A passage of a test: a whole file, or the part of it between some words. */
interface Place {
  readonly path?: string;
  readonly text: string;
  readonly part?: string;
  readonly headings?: readonly string[];
  readonly relevance?: number;
}

function evidenceOf(places: readonly Place[]): Evidence[] {
  return places.map(({ path = 'docs/a.md', text, part = text, headings = [], relevance }, at) => {
    const start = text.indexOf(part);
    const span = spanOf(lineStarts(text), start, start + part.length);
    const known = relevance === undefined ? {} : { relevance };
    const passage = { path, kind: 'section', headings, span, text: part, key: `${at}`, score: 1, ranks: {}, ...known } as const;
    return { n: at + 1, passage };
  });
}

function ask(question: string, ...places: readonly Place[]): string {
  const readText = (path: string) => places.find((place) => (place.path ?? 'docs/a.md') === path)?.text;
  const { text } = answerFromExtracts({ question, evidence: evidenceOf(places), grade: 'HIGH', readText });
  const { share } = measureCoverage(text, () => true);
  expect(share ?? 1).toBe(1);
  return text;
}

const SETTINGS = `# Settings

#### \`retry-count\`

* Default: 2
* Type: Number

How often a read is tried again.

#### \`retry-count-max\`

* Default: 60000 (1 minute)
* Type: Number

#### \`retry-pause\`

* Default: 10000 (10 seconds)
* Type: Number
`;

describe('what means nothing without its heading', () => {
  test('the setting that was asked for, whole and under its name, and no other', () => {
    expect(ask('what is the default value of retry-count?', { text: SETTINGS })).toBe(
      '**`retry-count`** [1]\n\n- Default: 2 [1]\n- Type: Number [1]\n\nHow often a read is tried again. [1]',
    );
  });

  test('a heading inside a merged passage counts like the heading of a passage', () => {
    const part = SETTINGS.slice(SETTINGS.indexOf('#### `retry-count-max`'));
    expect(ask('retry-pause 的默认值是多少？', { text: SETTINGS, part })).toBe(
      '**`retry-pause`** [1]\n\n- Default: 10000 (10 seconds) [1]\n- Type: Number [1]',
    );
  });

  test('an item of another setting names it', () => {
    expect(ask('Which default is 10 seconds?', { text: SETTINGS })).toContain('**Settings › `retry-pause`** [1]\n\n- Default: 10000 (10 seconds) [1]');
  });

  test('a short answer comes with its question', () => {
    const text = '# FAQ\n\n## Does it send telemetry?\n\nNone. It never calls home.\n\n## Is it fast?\n\nYes. Very much so.\n';
    expect(ask('does it send any telemetry', { text })).toBe('**Does it send telemetry? [1]**\n\nNone. [1] It never calls home. [1]');
  });

  test('in Chinese too, and the marker follows without a space', () => {
    const text = '# 常见问题\n\n## 任务会不会重复执行？\n\n会。只保证至少一次。\n\n## 支持中文吗？\n\n支持。编码是 UTF-8。\n';
    expect(ask('任务会重复执行吗？', { text })).toBe('**任务会不会重复执行？[1]**\n\n会。[1] 只保证至少一次。[1]');
  });

  test('a heading that tells nothing comes with the one above', () => {
    const text = '# Changes\n\n## 2.4.0\n\n### Changed\n\n- The default lease went from 60 s to 30 s.\n';
    expect(ask('What is the lease?', { text })).toBe('**2.4.0 › Changed** [1]\n\n- The default lease went from 60 s to 30 s. [1]');
  });
});

describe('what qualifies a sentence', () => {
  test('a short paragraph is kept whole', () => {
    const text = '# Systems\n\nThe server runs on Linux. For development it runs on macOS. The tool runs on Windows, too.\n';
    expect(ask('Can I run it on Windows?', { text })).toBe('The server runs on Linux. [1] For development it runs on macOS. [1] The tool runs on Windows, too. [1]');
  });

  test('a long paragraph is not', () => {
    const filler = Array.from({ length: 8 }, (_, at) => `Sentence number ${at} goes on about something else entirely.`).join(' ');
    expect(ask('Can I run it on Windows?', { text: `# Systems\n\n${filler} The tool runs on Windows. ${filler}\n` })).toBe('The tool runs on Windows. [1]');
  });

  test('the entry of an error code is kept whole and comes first', () => {
    const errors = '# Errors\n\n## E-3007: payload too large\n\nThe payload is larger than allowed. Put it into a locker.\n\n## E-4001: expired\n\nMake a new one.\n';
    const lockers = '# Lockers\n\nA payload over the limit is refused with `E-3007`.\n';
    expect(ask('what does E-3007 mean?', { path: 'docs/lockers.md', text: lockers }, { text: errors })).toMatch(
      /^\*\*E-3007: payload too large\*\* \[2\]\n\nThe payload is larger than allowed\. \[2\] Put it into a locker\. \[2\](?!.*Make a new one)/s,
    );
  });

  test('what "this" points back to is shown, code included', () => {
    const text = '# Tokens\n\n```sh\ntide rotate a\n```\n\nThis prints a new token under the same name.\n';
    expect(ask('Where is the new token printed?', { text })).toContain('```sh\ntide rotate a\n```\n\nThis prints a new token under the same name. [1]');
  });
});

describe('what announces something', () => {
  const CAUSES = `# Lost

The result was refused. Usual causes, most frequent first:

1. The job blocks the thread.
2. The machine was suspended.
3. Heartbeats were lost on the network.
`;

  test('an item taken alone is a bullet without the words before the list', () => {
    const many = CAUSES + Array.from({ length: 6 }, (_, at) => `${at + 4}. Cause number ${at + 4} of many.\n`).join('');
    expect(ask('heartbeats on the network', { text: many })).toBe('**Lost** [1]\n\n- Heartbeats were lost on the network. [1]');
  });

  test('the words before a list come with all of it', () => {
    expect(ask('Why was the result refused?', { text: CAUSES })).toContain(
      'Usual causes, most frequent first: [1]\n\n1. The job blocks the thread. [1]\n2. The machine was suspended. [1]\n3. Heartbeats were lost on the network. [1]',
    );
  });

  test('or not at all, if it is long', () => {
    const many = CAUSES + Array.from({ length: 6 }, (_, at) => `${at + 4}. Cause number ${at + 4} of many.\n`).join('');
    expect(ask('Was the result refused?', { text: many })).toBe('The result was refused. [1]');
  });

  test('a sentence about the command below comes with the command', () => {
    const text = '# 入门\n\n下面的命令让任务每天执行。时区必须写明：\n\n```sh\ntide add daily\n```\n\n遇到节假日照常执行。\n';
    expect(ask('任务怎么每天执行？', { text })).toContain('下面的命令让任务每天执行。[1] 时区必须写明：[1]\n\n```sh\ntide add daily\n```');
  });

  test('and does not come without it, however long it is', () => {
    const long = Array.from({ length: 30 }, (_, at) => `step ${at}`).join('\n');
    const text = `# Start\n\nThe following command starts the server.\n\n\`\`\`\n${long}\n\`\`\`\n\nThe server has one port.\n`;
    expect(ask('Which port has the server?', { text })).toBe('The server has one port. [1]');
    expect(ask('Which command starts the server?', { text })).toContain(`The following command starts the server. [1]\n\n\`\`\`\n${long}`);
  });
});

describe('what is quoted word for word', () => {
  function check(written: string, quoted: string) {
    expect(ask('What about waiting?', { text: `# A\n\nMore about waiting: see ${written} there.\n` })).toBe(`More about waiting: see ${quoted} there. [1]`);
  }

  test('a link to another file is its text', () => {
    check('[Retries](retries.md)', 'Retries');
  });

  test('so is one whose text is code, or whose target has brackets', () => {
    check('[`wait` and `max`](../a_(b).md#c)', '`wait` and `max`');
  });

  test('a link to the web stays', () => {
    check('[the manual](https://example.org/a)', '[the manual](https://example.org/a)');
  });

  test('code that looks like a link stays', () => {
    check('`[a](b.md)`', '`[a](b.md)`');
  });
});

describe('what has nothing to do with the question', () => {
  const FAQ = { text: '# 常见问题\n\n## 数据会传出去吗？\n\n不会。不上报任何数据。\n' };

  test('is not quoted: no word in common, and no reranker was sure of it', () => {
    expect(ask('今天天气怎么样？', { ...FAQ, relevance: 0.04 })).toBe('');
  });

  test('is quoted if a reranker is sure of it', () => {
    expect(ask('隐私如何？', { ...FAQ, relevance: 0.8 })).toContain('不上报任何数据。[1]');
  });

  test('is never quoted from another script', () => {
    expect(ask('What about privacy?', { ...FAQ, relevance: 0.8 })).toBe('');
  });

  test('one word of several is not enough where the reranker saw nothing', () => {
    expect(ask('How do I configure Kubernetes autoscaling?', { text: '# Settings\n\nYou can configure the port of the server.\n', relevance: 0.01 })).toBe('');
  });
});

describe('tables', () => {
  const JOBS = `# Jobs

| Setting | Default | Meaning |
|---|---|---|
| \`lease\` | \`30s\` | How long a worker keeps a job. |
| \`heartbeat\` | \`10s\` | How often clients renew a lease. |
| \`keep_finished\` | \`7d\` | How long finished jobs are kept. |
`;
  const HEAD = '| Setting | Default | Meaning |\n|---|---|---|\n';

  test('only the row about what was asked for, under the head', () => {
    expect(ask('How long is the lease?', { text: JOBS })).toBe(`**Jobs** [1]\n\n${HEAD}| \`lease\` | \`30s\` | How long a worker keeps a job. [1] |`);
  });

  test('a number can be what a row is about', () => {
    const text = '# Exit codes\n\n| Code | Meaning |\n|---|---|\n| 0 | done |\n| 4 | the token is missing |\n';
    expect(ask('What does exit code 4 mean?', { text })).toContain('|---|---|\n| 4 | the token is missing [1] |');
  });

  test('all rows if all were asked for', () => {
    expect(ask('Which settings are there?', { text: JOBS }).match(/\[1\] \|/g)).toHaveLength(3);
  });
});

describe('other markup', () => {
  test('HTML is quoted as it reads, not as it is written', () => {
    const text = '<h4 id="a"><code>save-exact</code></h4>\n<ul>\n<li>Default: false</li>\n</ul>\n<p>Saves the &quot;exact&quot; version of <a href="b.html">a package</a>: <code>&lt;name&gt;</code>, not &lt;any&gt;.</p>';
    expect(ask('what does save-exact do?', { path: 'docs/a.html', text })).toBe(
      '**`save-exact`** [1]\n\n- Default: false [1]\n\nSaves the "exact" version of a package: `<name>`, not &lt;any&gt;. [1]',
    );
  });

  test('an AsciiDoc heading is a heading', () => {
    const text = '= Scheduling\n:toc:\n\n== Time zones\n\nWithout a zone a pattern is read as UTC.\n';
    expect(ask('time zones', { path: 'docs/a.adoc', text })).toBe('**Time zones** [1]\n\nWithout a zone a pattern is read as UTC. [1]');
  });

  test('a table drawn with characters keeps its columns', () => {
    const table = '======= =======\nFigure  Meaning\n======= =======\nage     of the oldest job\n======= =======';
    expect(ask('Which figures are there?', { path: 'docs/a.rst', text: `Figures\n-------\n\n${table}\n` })).toBe(`**Figures** [1]\n\n\`\`\`\n${table}\n\`\`\``);
  });
});

test('code that defines the name in question goes before code that uses it, however near that is', () => {
  function check(path: string, definition: string, use: string, name: string) {
    const answer = ask(name, { path: `use/${path}`, text: use, relevance: 0.9 }, { path, text: definition, relevance: 0.4 });
    expect(answer).toContain(definition.trim());
    expect(answer).not.toContain(use.trim());
  }
  check('a.py', '#: Renewals of a lease.\nBEATS_PER_LEASE = 3\n', 'def beat(lease):\n    return wait(lease / BEATS_PER_LEASE)\n', 'BEATS_PER_LEASE');
  check('a.ts', 'export async function isGenuine(body: string) {\n  return true;\n}\n', 'if (!isGenuine(body)) {\n  refuse();\n}\n', 'isGenuine');
});
