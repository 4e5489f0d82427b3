import { expect, test } from 'vitest';
import type { SearchScope } from '../../../../../src/model/scope';
import type { SearchRequest } from '../../../../../src/retrieval/retrieve';
import type { MemoryLibrary } from '../../../../support/memoryLibrary';
import { memoryLibrary } from '../../../../support/memoryLibrary';
import { allTools, CONTEXT, use } from '../support';

const FILES = {
  'docs/retries.md': '# Retries\n\nThe retry limit is five attempts.\n',
  'docs/zh/retries.md': '# 重试\n\n重试上限为五次。\n',
  'packages/api/docs/errors.md': '# Errors\n\nERR_LEASE_EXPIRED means that the lease ran out.\n',
  'src/lease.ts': 'export function renewLease(): number {\n  return 90;\n}\n',
};

/** Where a search finds something, what it says, and what the index was asked. */
async function search(name: string, args: unknown, scope: SearchScope = {}) {
  const files = await memoryLibrary(FILES);
  const requests: SearchRequest[] = [];
  const library: MemoryLibrary = Object.assign(Object.create(files) as MemoryLibrary, {
    search: async (request: SearchRequest, signal: AbortSignal) => { requests.push(request); return files.search(request, signal); },
    findPaths: async (path: string, limit: number) => files.findPaths(path, limit),
  });
  const result = await use(allTools({ library, context: { ...CONTEXT, scope } }), name, args);
  return { paths: result.kind === 'ok' ? result.passages.map(({ path }) => path) : [], text: result.kind === 'ok' ? result.text : result.message, requests };
}

test('searchDocs asks all rankings, keywordSearch the words alone', async () => {
  const meaning = await search('searchDocs', { query: 'retry limit', topK: 3 });
  expect(meaning.paths[0]).toBe('docs/retries.md');
  expect(meaning.requests).toEqual([{ query: 'retry limit', k: 3, mode: 'hybrid' }]);
  const exact = await search('keywordSearch', { query: 'ERR_LEASE_EXPIRED' });
  expect(exact.paths[0]).toBe('packages/api/docs/errors.md');
  expect(exact.requests).toMatchObject([{ k: 8, mode: 'keyword' }]);
  expect((await search('keywordSearch', { query: '重试上限' })).paths).toEqual(['docs/zh/retries.md']);
});

test('a folder or file is searched by path or name; a name of several folders means all of them', async () => {
  expect((await search('keywordSearch', { query: 'lease', in: 'src' })).paths).toEqual(['src/lease.ts']);
  expect((await search('keywordSearch', { query: 'lease', in: 'lease' })).requests).toMatchObject([{ scope: { paths: ['src/lease.ts'] } }]);
  expect((await search('keywordSearch', { query: 'lease', in: './packages/' })).paths).toEqual(['packages/api/docs/errors.md']);
  const { requests } = await search('keywordSearch', { query: 'lease', in: 'Docs' });
  expect(requests[0]?.scope?.paths).toEqual(['docs', 'packages/api/docs']);
});

test('a name that means nothing is not heeded, and the model is told', async () => {
  const { paths, text } = await search('keywordSearch', { query: 'lease', in: '../../etc' });
  expect(paths).toHaveLength(2);
  expect(text).toBe('Nothing indexed is called "../../etc": "in" was not heeded.');
});

test('where the question points to is searched first, and everything if it has nothing', async () => {
  expect((await search('keywordSearch', { query: 'lease' }, { paths: ['src'] })).paths).toEqual(['src/lease.ts']);
  const widened = await search('keywordSearch', { query: 'attempts' }, { paths: ['src'] });
  expect(widened.paths).toEqual(['docs/retries.md']);
  expect(widened.text).toBe('Nothing was found in "src": these are from the whole workspace.');
  const kinds = await search('keywordSearch', { query: '重试上限' }, { kinds: ['code'] });
  expect(kinds.text).toBe('Nothing was found in files of kind code: these are from the whole workspace.');
  expect(await search('keywordSearch', { query: 'nonsense' }, { paths: ['src'] })).toMatchObject({ paths: [], text: undefined });
});

test('what the model names itself takes the place of where the question points to, and is not widened', async () => {
  const { paths, text, requests } = await search('keywordSearch', { query: 'lease', in: 'docs/zh' }, { paths: ['src'] });
  expect(paths).toEqual([]);
  expect(text).toBe('Nothing was found in "docs/zh". Leave out "in" to search everything.');
  expect(requests).toHaveLength(1);
  expect((await search('keywordSearch', { query: 'lease', in: '.' }, { paths: ['docs'] })).paths).toHaveLength(2);
  expect((await search('keywordSearch', { query: 'lease', in: '全部' }, { paths: ['docs'] })).paths).toHaveLength(2);
});
