import { readFileSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../support/tempFolder';
import { CORPUS, docmind, parsed, sharedIndex } from './docmind';

const index = sharedIndex();

interface Hit { path: string; startLine: number; endLine: number; startColumn?: number; heading: string; score: number; text: string }
interface Lines { startLine: number; endLine: number }
interface Cited extends Lines { n: number; path: string; check: string; quote: string; support?: Lines }

/** The lines of a file of the corpus, joined as they stand. */
function linesOf(folder: string, path: string, from: number, to: number): string {
  const text = readFileSync(join(folder, path), 'utf8').replace(/^\uFEFF/u, '');
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/u).slice(from - 1, to);
  return lines.join('').replace(/(?:\r\n|\n|\r)$/u, '');
}

test('indexing tells what it did, and does it once', async () => {
  const dir = await tempFolder();
  const first = await docmind(['index', CORPUS, '--json', '--index-dir', dir]);
  expect(first).toMatchObject({ code: 0, stderr: '' });
  const report = parsed(first);
  expect(report).toMatchObject({ files: 32, failed: [], skipped: {}, dir, warnings: [], tiers: ['keyword', 'semantic'] });
  expect(report.passages).toBeGreaterThan(32);
  expect(report.embedded).toBe(report.passages);
  const second = parsed(await docmind(['index', CORPUS, '--json', '--index-dir', dir]));
  expect(second).toMatchObject({ embedded: 0, passages: report.passages, files: report.files, bytes: report.bytes });
});

test('every hit is exactly the lines of the file that it names', async () => {
  for (const mode of ['hybrid', 'vector', 'keyword']) {
    const run = await docmind(['search', CORPUS, 'webhook signature tolerance', '--json', '-k', '200', '--mode', mode, '--index-dir', index()]);
    const hits = parsed(run).hits as Hit[];
    expect(hits.length).toBeGreaterThan(5);
    for (const hit of hits.filter(({ path }) => !path.endsWith('旧版迁移说明.txt'))) {
      expect(hit.text, `${hit.path}:${hit.startLine}`).toBe(linesOf(CORPUS, hit.path, hit.startLine, hit.endLine));
      expect(hit.startColumn).toBeUndefined();
    }
  }
});

test('a piece of an over-long line names its columns', async () => {
  const [folder, dir] = [await tempFolder(), await tempFolder()];
  const line = Array.from({ length: 900 }, (_, at) => `word${at}`).join(' ');
  await writeFile(join(folder, 'long.txt'), `first line\n${line}\nlast line\n`);
  const hits = parsed(await docmind(['search', folder, 'word450', '--json', '--index-dir', dir])).hits as (Hit & { endColumn: number })[];
  const pieces = hits.filter(({ startColumn }) => startColumn !== undefined);
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.some(({ text }) => text.includes('word450'))).toBe(true);
  for (const { startLine, endLine, startColumn = 1, endColumn, text } of pieces.filter((hit) => hit.startLine === hit.endLine)) {
    expect([startLine, endLine]).toEqual([2, 2]);
    expect(line.slice(startColumn - 1, endColumn - 1)).toBe(text);
  }
});

const QUESTIONS: readonly (readonly [string, string, RegExp])[] = [
  ['How long does the old token work after rotation?', 'docs/authentication.md', /24 hours/u],
  ['每秒超过 4000 个任务怎么办？', 'docs/zh/operations.md', /PostgreSQL/u],
  ['旧版导出命令是什么？', 'docs/zh/旧版迁移说明.txt', /tide-legacy export/u],
  ['What read time-out does nginx need?', 'docs/deployment.md', /30 s|30s|proxy_read_timeout/u],
];

test('answers without a model quote the lines that hold the answer, each with its citation', async () => {
  for (const [question, path, fact] of QUESTIONS) {
    const run = await docmind(['ask', CORPUS, question, '--json', '--index-dir', index()]);
    expect(run.code, question).toBe(0);
    const answer = parsed(run);
    const cited = (answer.citations as Cited[]).find((citation) => citation.path === path && fact.test(citation.quote));
    expect(cited, question).toMatchObject({ check: 'verified' });
    expect(answer.answer, question).toContain(`[${cited?.n ?? '?'}]`);
    const { startLine = NaN, endLine = NaN, support = { startLine: NaN, endLine: NaN } } = cited ?? {};
    expect(support.startLine >= startLine && support.endLine <= endLine, question).toBe(true);
    expect(linesOf(CORPUS, path, support.startLine, support.endLine), question).toMatch(fact);
    expect(answer, question).toMatchObject({ route: 'ONE_SHOT', stopReason: 'answered', invalidRefs: 0, unsupported: [] });
  }
});

test('what git ignores is not found, nor what was deleted since', async () => {
  const [folder, dir] = [await tempFolder(), await tempFolder()];
  await cp(CORPUS, folder, { recursive: true });
  const secret = await docmind(['search', folder, 'driftwood', '--mode', 'keyword', '--json', '--index-dir', dir]);
  expect(secret.code).toBe(3);
  const where = async () => {
    const run = await docmind(['search', folder, 'harbourmaster lock', '--json', '--index-dir', dir]);
    return (parsed(run).hits as Hit[]).map(({ path }) => path);
  };
  expect(await where()).toContain('docs/architecture.md');
  await rm(join(folder, 'docs/architecture.md'));
  expect(await where()).not.toContain('docs/architecture.md');
});

test('a trace is one JSON object a line, from the search to the end', async () => {
  const trace = join(await tempFolder(), 'trace.jsonl');
  await docmind(['ask', CORPUS, 'What does TW-2003 mean?', '--json', '--index-dir', index(), '--trace', trace]);
  const lines = (await readFile(trace, 'utf8')).trimEnd().split('\n').map((line) => JSON.parse(line) as { event: string; turn: string });
  expect(lines.map(({ event }) => event)).toEqual(['understand', 'route', 'tool', 'toolResult', 'finalize', 'answer', 'firstText', 'cite', 'end']);
  expect(new Set(lines.map(({ turn }) => turn)).size).toBe(1);
});
