import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadMiniLmEmbedder } from '../../../src/adapters/embeddings/miniLmEmbedder';
import type { Embedder, Reranker } from '../../../src/model/ports';
import { hasNativeRuntime, makeModelFolders, type ModelFolders } from './modelFolders';

const NEVER = new AbortController().signal;
let folders: ModelFolders;
let model: Embedder & Reranker;

beforeAll(async () => {
  folders = await makeModelFolders();
  model = await loadMiniLmEmbedder({ modelDir: folders.modelDir, runtimeDir: hasNativeRuntime ? folders.nativeDir : folders.wasmDir });
});
afterAll(async () => {
  await model.dispose();
  await folders.remove();
});

const TEXTS = [
  'The nightly backup copies the database to the second disk.',
  'Failed jobs are tried again five times, with a growing pause between attempts.',
  'Bananas are rich in potassium.',
].map((text, at) => ({ key: `k${at}`, text }));

test('the text that answers the query scores highest, one about nothing of the kind lowest', async () => {
  const scores = await model.rerank('How often is a job retried after a failure?', TEXTS, NEVER);
  expect(scores).toHaveLength(3);
  expect(Math.max(...scores)).toBe(scores[1]);
  expect(Math.min(...scores)).toBe(scores[2]);
});

test('scores depend on the text, not on its neighbours, and are the same when it comes from the cache', async () => {
  const query = 'When is the backup made?';
  const together = await model.rerank(query, TEXTS, NEVER);
  const alone = await Promise.all(TEXTS.map(async (text) => (await model.rerank(query, [{ ...text, key: `other ${text.key}` }], NEVER))[0]));
  expect(alone).toEqual(together);
  expect(await model.rerank(query, TEXTS, NEVER)).toEqual(together);
});

test('no texts give no scores, and a cancelled call ends as one', async () => {
  expect(await model.rerank('anything', [], NEVER)).toEqual([]);
  await expect(model.rerank('anything', TEXTS, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
});
