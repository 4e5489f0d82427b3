import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../support/tempFolder';
import { docmind, parsed } from './docmind';

const DOCUMENTS = [
  { id: 'tide', title: 'Tides', text: 'The moon pulls at the sea, twice a day.' },
  { id: 'bread', title: 'Bread', text: 'Flour, water, salt and a warm place to rise.' },
  { id: 'kite', title: 'Kites', text: 'A kite wants a long line and a steady wind.' },
];

const QUERIES = [{ id: 'q1', text: 'what pulls at the sea' }, { id: 'q2', text: 'line for a kite' }, { id: 'unjudged', text: 'anything' }];

async function testSet(documents: readonly object[] | undefined, judgements: string): Promise<string> {
  const set = await tempFolder();
  const jsonl = (records: readonly object[]) => records.map((record) => JSON.stringify(record)).join('\n');
  await writeFile(join(set, 'queries.jsonl'), jsonl(QUERIES));
  await writeFile(join(set, 'qrels.tsv'), `query-id\tcorpus-id\tscore\n${judgements}`);
  if (documents !== undefined) {
    await writeFile(join(set, 'corpus.jsonl'), jsonl(documents));
  }
  return set;
}

test('a set is indexed, asked and scored', async () => {
  const [set, dir] = [await testSet(DOCUMENTS, 'q1\ttide\t1\nq2\tkite\t1\n'), await tempFolder()];
  const run = await docmind(['eval', '--set', set, '--index-dir', dir, '--json']);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(parsed(run)).toEqual({
    metrics: { 'ndcg@10': 1, 'mrr@10': 1, 'recall@5': 1, 'recall@10': 1, 'recall@20': 1, 'pass@5': 1 },
    ms: { p50: expect.any(Number) as number, p95: expect.any(Number) as number },
    passages: 3, files: 3, queries: 2, embedded: 3,
  });
  const again = parsed(await docmind(['eval', '--set', set, '--index-dir', dir, '--json', '--limit', '1']));
  expect(again).toMatchObject({ embedded: 0, queries: 1 });
});

test('a set without documents judges the files of a folder', async () => {
  const [set, folder, dir] = [await testSet(undefined, 'q1\tsea/tide.md\t1\nq2\tnowhere.md\t1\n'), await tempFolder(), await tempFolder()];
  await mkdir(join(folder, 'sea'));
  await writeFile(join(folder, 'sea/tide.md'), '# Tides\n\nThe moon pulls at the sea.\n');
  const run = parsed(await docmind(['eval', '--set', set, '--corpus', folder, '--index-dir', dir, '--json']));
  expect(run).toMatchObject({ metrics: { 'mrr@10': 0.5, 'recall@20': 0.5 }, files: 1 });
});

test('what is missing or damaged in a set is named', async () => {
  const set = await testSet(undefined, 'q1\ttide\n');
  const missing = await docmind(['eval', '--set', set, '--json']);
  expect(parsed(missing)).toMatchObject({ error: { code: 'files.notFound', message: expect.stringContaining('--corpus') as string } });
  const damaged = await docmind(['eval', '--set', set, '--corpus', set, '--json']);
  expect(parsed(damaged)).toMatchObject({ error: { code: 'config.invalid', message: expect.stringContaining('qrels.tsv:2') as string } });
});
