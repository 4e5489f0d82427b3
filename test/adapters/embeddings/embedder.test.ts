import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadMiniLmEmbedder } from '../../../src/adapters/embeddings/miniLmEmbedder';
import { loadStaticEmbedder } from '../../../src/adapters/embeddings/staticEmbedder';
import type { Embedder } from '../../../src/model/ports';
import { hashEmbedder } from '../../support/hashEmbedder';
import { hasNativeRuntime, makeModelFolders, type ModelFolders } from './modelFolders';

let folders: ModelFolders;
beforeAll(async () => {
  folders = await makeModelFolders();
});
afterAll(() => folders.remove());

const never = new AbortController().signal;
const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

const TEXTS = [
  'How do I retry a failed HTTP request?',
  '',
  ' \n\t ',
  '如何配置代理服务器？',
  '🚀🚁',
  '\u0000\uD83D\uFFFD',
  'const x = await fetch(url, { signal });',
  'word '.repeat(20_000),
  'x'.repeat(100_000),
];

/** [question, passage that says it in other words, passage about something else]: none shares a telling word. */
const MEANINGS = [
  ['How can I remove a file?', 'Deleting documents from the disk.', 'Bananas grow in warm countries.'],
  ['What is the price of the car?', 'The automobile costs twenty thousand dollars.', 'The river flows through the valley.'],
  ['retry failed network calls', 'When a request times out, it is attempted again.', 'Buttons are painted in bright colours.'],
] as const;

interface Subject {
  readonly name: string;
  readonly open: () => Promise<Embedder>;
  /** Knows words that mean the same. */
  readonly understands: boolean;
}

const SUBJECTS: readonly Subject[] = [
  { name: 'hash', open: async () => hashEmbedder(), understands: false },
  { name: 'static', open: () => loadStaticEmbedder(folders.modelDir), understands: true },
  {
    name: 'MiniLM by WebAssembly',
    open: () => loadMiniLmEmbedder({ modelDir: folders.modelDir, runtimeDir: folders.wasmDir }),
    understands: true,
  },
  ...(hasNativeRuntime
    ? [{
        name: 'native MiniLM',
        open: () => loadMiniLmEmbedder({ modelDir: folders.modelDir, runtimeDir: folders.nativeDir }),
        understands: true,
      }]
    : []),
];

describe.each(SUBJECTS)('$name', ({ open, understands }) => {
  let embedder: Embedder;
  beforeAll(async () => {
    embedder = await open();
  });
  afterAll(() => embedder.dispose());

  test('any text gives a unit vector of the stated size', async () => {
    const vectors = await embedder.embed(TEXTS, never);
    expect(vectors.map((vector) => vector.length)).toEqual(TEXTS.map(() => embedder.dimensions));
    vectors.forEach((vector) => {
      expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
    });
  });

  test('the same text gives the same vector, whatever stands beside it', async () => {
    const text = TEXTS[0]!;
    const [alone] = await embedder.embed([text], never);
    const [, last] = await embedder.embed(['another text', text], never);
    expect(last).toEqual(alone);
  });

  test('vectors come in the order of the texts', async () => {
    const texts = ['alpha', 'beta', 'gamma'];
    const single = await Promise.all(texts.map(async (text) => (await embedder.embed([text], never))[0]));
    expect(await embedder.embed(texts, never)).toEqual(single);
  });

  test('no texts give no vectors', async () => {
    expect(await embedder.embed([], never)).toEqual([]);
  });

  test('a text that shares the words is closer than one that shares none', async () => {
    const [text, near, far] = await embedder.embed(['index the workspace', 'the workspace index', 'bananas grow in summer'], never);
    expect(dot(text!, near!)).toBeGreaterThan(dot(text!, far!) + 0.2);
  });

  if (understands) {
    test.each(MEANINGS)('"%s" is closer to the same in other words than to something else', async (...texts) => {
      const [question, answer, other] = await embedder.embed(texts, never);
      expect(dot(question!, answer!)).toBeGreaterThan(dot(question!, other!) + 0.1);
    });
  }

  test('a cancelled call does no work', async () => {
    await expect(embedder.embed(['text'], AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
  });
});
