import { expect, test } from 'vitest';
import { AssistantError } from '../../../src/model/errors';
import type { Embedder, Reranker } from '../../../src/model/ports';
import { hashEmbedder } from '../../support/hashEmbedder';
import { MemoryFiles } from '../../support/memoryFiles';
import { memoryPostings } from '../../support/memoryPostings';
import { disk, found, open, QUIET } from './openedIndex';

const RETRIES = '# Retries\n\nA failed job is tried five times.\n';
const TOKENS = '# Tokens\n\nA token lives for ninety days.\n';

test('a question finds the passage that answers it, with its lines and exact text', async () => {
  const { sync, search } = open(disk({ 'retries.md': RETRIES, 'tokens.md': TOKENS }));
  await sync();
  const result = await search('how often is a failed job tried');
  expect(result.passages[0]).toMatchObject({ path: 'retries.md', span: { startLine: 1, endLine: 3 }, text: RETRIES.trim() });
  expect(result.tiers).toEqual(['keyword', 'semantic']);
});

test('a second run embeds nothing, and so does a restart', async () => {
  const from = disk({ 'retries.md': RETRIES, 'tokens.md': TOKENS });
  const first = open(from);
  expect((await first.sync()).embedded).toBe(2);
  expect((await first.sync()).embedded).toBe(0);
  await first.index.dispose();
  const second = open(from);
  const report = await second.sync();
  expect(report).toMatchObject({ files: 2, passages: 2, embedded: 0 });
  expect(found(await second.search('token ninety days'))[0]).toBe('tokens.md:1-3');
});

test('only what changed is embedded, and a file that went is not found any more', async () => {
  const from = disk({ 'retries.md': RETRIES, 'tokens.md': TOKENS });
  const { sync, search, embedded } = open(from);
  await sync();
  embedded.length = 0;
  from.files.write('retries.md', RETRIES.replace('five', 'seven'));
  from.files.remove('tokens.md');
  expect((await sync()).embedded).toBe(1);
  expect(embedded[0]).toContain('seven');
  expect(found(await search('token ninety days'))).toEqual(['retries.md:1-3']);
});

test('content that comes back, or moves to another file, is not embedded again', async () => {
  const from = disk({ 'retries.md': RETRIES });
  const { sync, search } = open(from);
  await sync();
  from.files.remove('retries.md');
  await sync();
  from.files.write('moved.md', RETRIES);
  expect((await sync()).embedded).toBe(0);
  expect(found(await search('failed job'))).toEqual(['moved.md:1-3']);
});

test('a passage whose file was renamed is looked for where it stands now', async () => {
  const from = disk({ 'retries.md': RETRIES, 'notes.txt': 'Wash the pump monthly.\n', 'tokens.md': TOKENS });
  const { index, sync, search } = open(from);
  await sync();
  const [byContent] = (await search('failed job tried')).passages;
  const [byWords] = (await search('wash pump')).passages;
  from.files.remove('retries.md');
  from.files.write('guide/retries.md', RETRIES);
  from.files.remove('notes.txt');
  from.files.write('pump.txt', 'Wash the pump monthly.\n');
  await sync();
  expect((await index.whereIs(byContent!))[0]).toBe('guide/retries.md');
  expect((await index.whereIs(byWords!))[0]).toBe('pump.txt');
});

test('text that changed since it was indexed is left out and named, never shown under old lines', async () => {
  const from = disk({ 'retries.md': RETRIES, 'tokens.md': TOKENS });
  const { sync, search } = open(from);
  await sync();
  from.files.write('retries.md', `A new first line.\n\n${RETRIES}`);
  const result = await search('how often is a failed job tried');
  expect(found(result)).toEqual(['tokens.md:1-3']);
  expect(result.stale).toEqual(['retries.md']);
});

test('files that are left out or fail are told apart, and do not keep the others from being found', async () => {
  const from = disk({
    'a.md': RETRIES, 'big.md': 'x '.repeat(9_000), 'photo.png': 'x', 'data.md': new Uint8Array(100).fill(0), '.env': 'KEY=1',
  });
  const { sync } = open(from);
  const report = await sync();
  expect(report).toMatchObject({ files: 1, skipped: { tooLarge: 1, binary: 2, secret: 1 }, failed: [] });
});

test('a file that cannot be read is reported, and indexed once it can be', async () => {
  const from = disk({ 'a.md': RETRIES, 'b.md': TOKENS });
  const read = (path: string) => MemoryFiles.prototype.read.call(from.files, path);
  from.files.read = async (path) => {
    if (path === 'b.md') {
      throw new AssistantError('files.unreadable', 'b.md may not be read.');
    }
    return read(path);
  };
  const { sync } = open(from);
  expect(await sync()).toMatchObject({ files: 1, failed: [{ path: 'b.md', reason: 'b.md may not be read.' }] });
  from.files.read = (path) => read(path);
  expect(await sync()).toMatchObject({ files: 2, failed: [] });
});

test('without the semantic model search goes on, and the report says why it is missing', async () => {
  const loadSemantic = () => Promise.reject(new AssistantError('embedding.failed', 'The model file is damaged.'));
  const { sync, search } = open(disk({ 'retries.md': RETRIES }), { loadSemantic });
  const report = await sync();
  expect(report.warnings).toEqual(['Semantic search is off: The model file is damaged.']);
  expect(report.tiers).toEqual(['keyword', 'static']);
  expect(found(await search('failed job'))).toEqual(['retries.md:1-3']);
});

test('a damaged manifest is told and built anew, without embedding again', async () => {
  const from = disk({ 'retries.md': RETRIES });
  const first = open(from);
  await first.sync();
  await first.index.dispose();
  const sound = from.manifests;
  from.manifests = { save: (manifest) => sound.save(manifest), load: () => Promise.reject(new AssistantError('index.corrupt', 'The manifest is damaged.')) };
  const second = open(from);
  const report = await second.sync();
  expect(report.warnings).toEqual(['The manifest is damaged. The index is being rebuilt.']);
  expect(report).toMatchObject({ files: 1, embedded: 0 });
  expect(found(await second.search('failed job'))).toEqual(['retries.md:1-3']);
});

test('postings of another moment than the manifest are not trusted', async () => {
  const from = disk({ 'retries.md': RETRIES });
  const first = open(from);
  await first.sync();
  await first.index.dispose();
  from.postings = memoryPostings();
  const second = open(from);
  expect(await second.sync()).toMatchObject({ files: 1, embedded: 0 });
  expect(found(await second.search('failed job'))).toEqual(['retries.md:1-3']);
});

test('a second process reads what the first saved, says so, and takes over when the first is gone', async () => {
  const from = disk({ 'retries.md': RETRIES });
  const first = open(from);
  await first.sync();
  const second = open(from);
  from.files.write('tokens.md', TOKENS);
  const reading = await second.sync();
  expect(reading.files).toBe(1);
  expect(reading.warnings[0]).toContain('Another process');
  expect(found(await second.search('failed job'))).toEqual(['retries.md:1-3']);
  await first.index.dispose();
  expect((await second.sync()).files).toBe(2);
});

test('a run that is cancelled keeps what it did and says what there is', async () => {
  const from = disk(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`f${at}.md`, `# Page ${at}\n\nWord${at} here.\n`])));
  const { index, sync } = open(from);
  const controller = new AbortController();
  const partial = await index.sync(({ phase, done }) => {
    if (phase === 'reading' && done >= 16) {
      controller.abort();
    }
  }, controller.signal);
  expect(partial.files).toBeGreaterThan(0);
  expect(partial.files).toBeLessThan(40);
  expect(await sync()).toMatchObject({ files: 40, passages: 40, tiers: ['keyword', 'semantic'] });
});

test('a run that has spent its time on embedding leaves the rest for the next, and is searchable meanwhile', async () => {
  const from = disk(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`f${at}.md`, `# Page ${at}\n\nWord${at} here.\n`])));
  const { index, sync, search } = open(from, { ticking: true });
  const hasty = await index.sync(() => undefined, QUIET, { embedForMs: 10 });
  expect(hasty).toMatchObject({ files: 40, tiers: ['keyword', 'static'] });
  expect(hasty.embedded).toBeGreaterThan(0);
  expect(hasty.embedded).toBeLessThan(40);
  expect(found(await search('word17'))[0]).toBe('f17.md:1-3');
  expect(await sync()).toMatchObject({ embedded: 40 - hasty.embedded, tiers: ['keyword', 'semantic'] });
});

test('progress of embedding counts what is there already, and never runs backwards', async () => {
  const from = disk({ 'retries.md': RETRIES });
  const { index, sync } = open(from);
  await sync();
  from.files.write('tokens.md', TOKENS);
  const told: string[] = [];
  await index.sync(({ phase, done, total }) => { told.push(`${phase} ${done}/${total}`); }, QUIET);
  expect(told).toContain('embedding 1/2');
});

test('the best passages are read beside the question, as soon as the model is there', async () => {
  const reranker: Reranker = {
    id: 'likes tokens',
    textsPerSecond: 1_000,
    rerank: async (_query, texts) => texts.map(({ text }) => (text.includes('ninety') ? 1.5 : 0)),
  };
  const { sync, search } = open(disk({ 'retries.md': RETRIES, 'tokens.md': TOKENS }), { reranker });
  await sync();
  const { passages } = await search('failed job');
  expect(passages.map(({ path }) => path)).toEqual(['tokens.md', 'retries.md']);
  expect(passages[0]?.relevance).toBeGreaterThan(passages[1]?.relevance ?? 1);
});

test('clearing forgets everything; the next run builds it again', async () => {
  const { index, sync } = open(disk({ 'retries.md': RETRIES }));
  await sync();
  await index.clear();
  expect((await index.report()).files).toBe(0);
  expect((await sync()).files).toBe(1);
});

test('who asks while everything is being deleted waits for the empty index, and the next run is saved', async () => {
  const from = disk({ 'retries.md': RETRIES });
  const { index, sync } = open(from);
  await sync();
  const [, report] = await Promise.all([index.clear(), index.report()]);
  expect((await index.report()).files).toBe(0);
  expect(report.files).toBeLessThan(2);
  expect((await sync()).files).toBe(1);
  expect((await from.manifests.load())?.files).toHaveLength(1);
});

test('the model is loaded once, whatever becomes of the index, and closed with it', async () => {
  let [loaded, closed] = [0, 0];
  const loadSemantic = async (): Promise<Embedder> => {
    loaded += 1;
    return { ...hashEmbedder(48), id: 'semantic', dispose: async () => { closed += 1; } };
  };
  const { index, sync } = open(disk({ 'retries.md': RETRIES }), { loadSemantic });
  for (let round = 0; round < 3; round += 1) {
    await sync();
    await index.clear();
  }
  await index.dispose();
  expect([loaded, closed]).toEqual([1, 1]);
});

test('an empty workspace is no failure', async () => {
  const { sync, search } = open(disk({}));
  expect(await sync()).toMatchObject({ files: 0, passages: 0, failed: [] });
  expect((await search('anything')).passages).toEqual([]);
});

test('a missing workspace is told to the caller, and the next run works', async () => {
  const from = disk({ 'retries.md': RETRIES });
  from.files.list = () => Promise.reject(new AssistantError('files.notFound', 'No such folder.'));
  const { sync } = open(from);
  await expect(sync()).rejects.toThrow('No such folder.');
  from.files.list = (signal) => MemoryFiles.prototype.list.call(from.files, signal);
  expect((await sync()).files).toBe(1);
});

test('headings to ask about come from documents, nearest to the root first', async () => {
  const section = (title: string) => `## ${title}\n\n${'Something is said about this at length. '.repeat(8)}\n\n`;
  const { index, sync } = open(disk({
    'deep/a/b.md': `# B\n\n${section('Inner')}`,
    'top.md': `# Top\n\n${section('First')}${section('Second')}`,
    'CHANGELOG.md': `# Changelog\n\n${section('2.4.1 (2026-05-12)')}${section('v2.0')}${section('Unreleased')}`,
  }));
  await sync();
  expect(await index.headings(3)).toEqual(['First', 'Inner', 'Second']);
});
