import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf } from '../../../../../src/agent/tools/kinds/readRange';
import type { Passage } from '../../../../../src/model/passage';
import type { SearchScope } from '../../../../../src/model/scope';
import { lineStarts, spanOf } from '../../../../../src/util/lines';
import { memoryLibrary } from '../../../../support/memoryLibrary';
import { allTools, CONTEXT, passageOf, use } from '../support';

const section = (title: string, line: string) => `## ${title}\n\n${Array.from({ length: 12 }, (_, at) => `${line} ${at}, and what there is to say of it, which is not a little.`).join('\n')}\n\n`;

const GUIDE = `# Guide\n\nBegin here.\n\n${section('Install', 'Install step')}${section('Retries', 'Retry rule')}${section('重试策略', '第')}${section('Retry hooks', 'Hook')}`;
const LINES = GUIDE.split('\n');

const FILES = {
  'docs/guide.md': GUIDE,
  'docs/de/guide.md': '# Anleitung\n\nHier beginnen.\n',
  'src/long.ts': Array.from({ length: 500 }, (_, at) => `export const value${at} = ${at};`).join('\n'),
  'notes.txt': 'plain\n',
};

const LIBRARY = memoryLibrary(FILES);

const SEEN: Readonly<Record<number, Passage>> = {
  3: passageOf('x', { path: 'docs/guide.md', span: { start: 0, end: 1, startLine: 30, endLine: 32 } }),
  4: passageOf('x', { path: 'Page', origin: { kind: 'web', url: 'https://example.org', retrievedAt: '2026-01-01' } }),
};

/** What is read: passages, which are exactly what their file says there. */
async function read(args: unknown, scope: SearchScope = {}) {
  const library = await LIBRARY;
  const result = await use(allTools({ library, context: { ...CONTEXT, scope, seen: (n) => SEEN[n] } }), 'readDoc', args);
  const passages = result.kind === 'ok' ? result.passages : [];
  for (const { path, span, text } of passages) {
    const file = FILES[path as keyof typeof FILES];
    expect(file.slice(span.start, span.end)).toBe(text);
    expect(spanOf(lineStarts(file), span.start, span.end)).toEqual(span);
  }
  return { passages, failure: result.kind === 'failed' ? result.failure : undefined, said: result.kind === 'ok' ? result.text : result.message };
}

/** The first and the last line that are read. */
async function checkLines(args: unknown, path: string, lines: readonly [first: number, last: number], scope?: SearchScope): Promise<void> {
  const { passages, said } = await read(args, scope);
  expect({ args, said, path: passages[0]?.path, lines: [passages[0]?.span.startLine, passages.at(-1)?.span.endLine] }).toMatchObject({ args, path, lines });
}

test('lines are read by path, by name, by the number of a passage, and from where the question points to', async () => {
  await checkLines({ doc: 'docs/guide.md', startLine: 7, endLine: 9 }, 'docs/guide.md', [7, 9]);
  await checkLines({ doc: '/docs/guide.md', startLine: 9, endLine: 7 }, 'docs/guide.md', [7, 9]);
  await checkLines({ doc: 'DOCS\\guide.md', startLine: 7, endLine: 9 }, 'docs/guide.md', [7, 9]);
  await checkLines({ doc: 'de/guide' }, 'docs/de/guide.md', [1, 3]);
  await checkLines({ doc: 'docs/guide.md:7-9' }, 'docs/guide.md', [7, 9]);
  await checkLines({ doc: 'docs/guide.md#L7-L9' }, 'docs/guide.md', [7, 9]);
  await checkLines({ doc: 'long', endLine: 20 }, 'src/long.ts', [1, 20]);
  await checkLines({ passage: 3, startLine: 7, endLine: 9 }, 'docs/guide.md', [7, 9]);
  await checkLines({ passage: 3 }, 'docs/guide.md', [10, LINES.length - 2]);
  await checkLines({ startLine: 7, endLine: 9 }, 'docs/guide.md', [7, 9], { paths: ['docs/guide.md'] });
});

test('a passage that lies in the range is the passage that a search finds', async () => {
  const all = await (await LIBRARY).passagesOf('docs/guide.md');
  const { passages } = await read({ doc: 'docs/guide.md', startLine: 1, endLine: 30 });
  expect(passages[0]).toEqual(all[0]);
});

test('a section is read by its heading, with or without marks or the trail before it', async () => {
  const retries = LINES.indexOf('## Retries') + 1;
  for (const name of ['Retries', '## retries', 'Guide > Retries', 'Guide › Retries:']) {
    await checkLines({ doc: 'docs/guide.md', section: name }, 'docs/guide.md', [retries, retries + 13]);
  }
  await checkLines({ doc: 'docs/guide.md', heading: '重试策略' }, 'docs/guide.md', [LINES.indexOf('## 重试策略') + 1, LINES.indexOf('## 重试策略') + 14]);
  await checkLines({ doc: 'docs/guide.md', section: 'hooks' }, 'docs/guide.md', [LINES.indexOf('## Retry hooks') + 1, LINES.length - 2]);
});

test('what is not indexed is refused, with what is near to it', async () => {
  for (const [doc, near] of [
    ['../../docs/guide.md', /^readDoc: There is no indexed document ".*"\. Near to it: "docs\/guide\.md", "docs\/de\/guide\.md"\.$/],
    ['/home/me/project/docs/guide.md', /Near to it: "docs\/guide\.md"/],
    ['C:\\work\\guide.md', /Near to it: "docs\/guide\.md"/],
    ['/etc/passwd', /Find the right one with searchDocs\.$/],
    ['.env', /There is no indexed document "\.env"/],
    ['没有.md', /Find the right one/],
    ['docs', /There is no indexed document "docs"\. Near to it: "docs"\.$/],
  ] as const) {
    expect({ doc, ...(await read({ doc })) }).toMatchObject({ doc, failure: 'PARSE', said: expect.stringMatching(near) as string });
  }
});

test('what is not clear is refused, with what to do instead', async () => {
  for (const [args, says] of [
    [{}, /Say what to read/],
    [{ passage: 9 }, /There is no passage 9/],
    [{ passage: 4 }, /not from a document of the workspace/],
    [{ doc: 'guide.md' }, /can mean several documents: "docs\/guide\.md", "docs\/de\/guide\.md"/],
    [{ doc: 'docs/guide.md', startLine: 900 }, /has \d+ lines: there is nothing from line 900 on/],
    [{ doc: 'docs/guide.md', section: 'Billing' }, /has no section "Billing"\. Its headings: "Guide", "Install", "Retries", "重试策略", "Retry hooks"\./],
    [{ doc: 'notes.txt', section: 'Billing' }, /has no headings: give lines/],
  ] as const) {
    expect({ args, ...(await read(args)) }).toMatchObject({ args, failure: 'PARSE', said: expect.stringMatching(says) as string });
  }
});

test('a long range is read in part, and the model is told where to go on', async () => {
  const first = await read({ doc: 'src/long.ts' });
  const next = Number(/ask for startLine (\d+)\.$/.exec(first.said ?? '')?.[1]);
  expect(first.passages.at(-1)?.span.endLine).toBe(next - 1);
  expect(next).toBeLessThanOrEqual(201);
  expect((await read({ doc: 'src/long.ts', startLine: next, endLine: next + 5 })).said).toBeUndefined();
  const lines: number[] = [];
  for (let from: number | undefined = 1; from !== undefined;) {
    const { passages, said } = await read({ doc: 'src/long.ts', startLine: from });
    lines.push(...passages.flatMap(({ span }) => Array.from({ length: span.endLine - span.startLine + 1 }, (_, at) => span.startLine + at)));
    from = said === undefined ? undefined : Number(/\d+(?=\.$)/.exec(said)?.[0]);
  }
  expect(lines).toEqual(Array.from({ length: 500 }, (_, at) => at + 1));
});

test('any range of lines is cut so that each passage is what its file says in its span', () => {
  const pieces = fc.array(fc.constantFrom('word', ' ', '\n', '\r\n', '\r', '\n\n', '\t', '你好'), { minLength: 1, maxLength: 40 });
  fc.assert(fc.property(pieces, fc.nat(10), fc.integer({ min: 1, max: 30 }), fc.nat(15), (parts, before, startLine, lines) => {
    const file = `${'x\n'.repeat(before)}${parts.join('')}`;
    const starts = lineStarts(file);
    const span = spanOf(starts, 2 * before, file.length);
    const passage = passageOf(file.slice(2 * before), { span });
    for (const part of linesOf([passage], { startLine, endLine: startLine + lines })) {
      expect(file.slice(part.span.start, part.span.end)).toBe(part.text);
      expect(spanOf(starts, part.span.start, part.span.end)).toEqual(part.span);
      expect(part.span.startLine).toBeGreaterThanOrEqual(Math.min(startLine, passage.span.startLine));
      expect(part === passage || (part.span.startLine >= startLine && part.span.endLine <= startLine + lines)).toBe(true);
    }
  }));
});
