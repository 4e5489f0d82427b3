import { expect, test } from 'vitest';
import type { SearchMode } from '../../../src/retrieval/retrieve';
import type { SearchScope } from '../../../src/model/scope';
import { memoryLibrary, wordReranker } from '../../support/memoryLibrary';

const QUIET = new AbortController().signal;

/** Two hundred files that fit any question about retries better than the few that a scope asks for. */
const CROWD = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`crowd/${at}.md`, `# Retries ${at}\n\nRetries, retries ${at}.\n`]));

const FEW = {
  'docs/jobs.md': '# Jobs\n\nA failed job is tried again: its retries are five, and the pause between them grows from one to the next.\n',
  'docs/other/queue.md': '# Queue\n\nRetries wait in the queue, behind all that never failed, until somebody has time for them.\n',
  'docs2/jobs.md': '# Elsewhere\n\nThe retries of another product, which nobody here asked about.\n',
  'src/retry.ts': 'export function retries(): number {\n  return 5;\n}\n',
  'bin/retries': '#!/usr/bin/env python3\nprint("retries")\n',
  '文档/重试.md': '# 重试\n\n失败的任务会重试五次。\n',
};

const library = memoryLibrary({ ...CROWD, ...FEW });

const EVERY: readonly SearchMode[] = ['hybrid', 'keyword', 'vector'];

async function check(scope: SearchScope, expected: readonly string[], { query = 'retries', modes = EVERY } = {}) {
  for (const mode of modes) {
    const { passages } = await (await library).search({ query, k: Math.max(1, expected.length), mode, scope }, QUIET);
    expect(passages.map(({ path }) => path).sort(), mode).toEqual([...expected].sort());
  }
}

test('a folder of few files fills the answer, however many fit better elsewhere', () => check({ paths: ['docs'] }, ['docs/jobs.md', 'docs/other/queue.md']));

test('a folder whose name begins alike is another folder', () => check({ paths: ['docs2'] }, ['docs2/jobs.md']));

test('single files', () => check({ paths: ['src/retry.ts', 'docs2/jobs.md'] }, ['src/retry.ts', 'docs2/jobs.md']));

test('code, also a script that is only known by its first line', () => check({ kinds: ['code'] }, ['src/retry.ts', 'bin/retries']));

test('documents, as far as their names tell', () => check({ kinds: ['markdown'], paths: ['docs', 'src', '文档'] }, ['docs/jobs.md', 'docs/other/queue.md', '文档/重试.md'], { modes: ['vector'] }));

test('a kind and a folder narrow each other down', async () => {
  await check({ kinds: ['code'], paths: ['bin', 'docs'] }, ['bin/retries']);
  await check({ kinds: ['code'], paths: ['docs'] }, []);
});

test('a folder with a Chinese name', () => check({ paths: ['文档'] }, ['文档/重试.md'], { query: '失败的任务会重试五次', modes: ['hybrid', 'vector'] }));

test('a folder that is not there holds nothing', () => check({ paths: ['nowhere'] }, []));

test('an empty scope leaves nothing out', async () => {
  const ask = async (scope?: SearchScope) => (await library).search({ query: 'retries', k: 20, mode: 'hybrid', ...(scope && { scope }) }, QUIET);
  expect(await ask({})).toEqual(await ask());
  expect(await ask({ paths: [], kinds: [] })).toEqual(await ask());
});

test('equal content of two folders is found in the one that is asked for', async () => {
  const twice = await memoryLibrary({ 'a/same.md': FEW['docs/jobs.md'], 'b/same.md': FEW['docs/jobs.md'] });
  for (const mode of EVERY) {
    const { passages } = await twice.search({ query: 'failed job', k: 5, mode, scope: { paths: ['b'] } }, QUIET);
    expect(passages.map(({ path }) => path), mode).toEqual(['b/same.md']);
  }
});

test('how relevant a passage is does not depend on where one looks', async () => {
  const judging = await memoryLibrary(FEW, wordReranker());
  const ask = async (scope: SearchScope) => (await judging.search({ query: 'retries of a failed job', k: 9, mode: 'hybrid', scope }, QUIET)).passages;
  const everywhere = new Map((await ask({})).map(({ path, relevance }) => [path, relevance]));
  const [alone] = await ask({ paths: ['docs/other'] });
  expect(alone).toMatchObject({ path: 'docs/other/queue.md', relevance: everywhere.get('docs/other/queue.md') });
});
