import { expect, test } from 'vitest';
import { AssistantError } from '../../../src/model/errors';
import type { PairedEmbedder, Reranker } from '../../../src/model/ports';
import { hashEmbedder } from '../../support/hashEmbedder';
import { disk, found, open, QUIET } from './openedIndex';

const PAGES = {
  'retries.md': '# Retries\n\nA failed job is tried five times.\n',
  'tokens.md': '# Tokens\n\nA token lives for ninety days.\n',
  '租约.md': '# 租约\n\n租约默认为三十秒。\n',
};

/** What an endpoint says to texts: nothing to embed them. */
type Objection = (texts: readonly string[], signal: AbortSignal) => AssistantError | Promise<never> | undefined;

/** An endpoint in memory, with what it was sent. */
interface Endpoint {
  readonly embedder: PairedEmbedder;
  readonly documents: string[][];
  readonly queries: string[];
  /** Not taken into account where absent. */
  objection?: Objection | undefined;
  /** A text that holds it is refused, the others of its batch are not. */
  refuses?: string;
}

function endpoint({ id = 'remote', dimensions = 40, size = 2 } = {}): Endpoint {
  const model = hashEmbedder(dimensions);
  const object = async (texts: readonly string[], signal: AbortSignal) => {
    const error = await made.objection?.(texts, signal);
    if (error !== undefined) {
      throw error;
    }
  };
  const made: Endpoint = {
    documents: [],
    queries: [],
    embedder: {
      id, dimensions, maxTokens: 100,
      embed: () => Promise.reject(new Error('Documents go in batches.')),
      batch: {
        size,
        embedEach: async (texts, signal) => {
          await object(texts, signal);
          made.documents.push([...texts]);
          const vectors = await model.embed(texts, signal);
          const isRefused = (text: string) => made.refuses !== undefined && text.includes(made.refuses);
          return vectors.map((vector, at) => (isRefused(texts[at]!) ? new AssistantError('embedding.failed', 'It is refused.') : vector));
        },
      },
      queries: {
        ...model, id,
        embed: async (texts, signal) => {
          await object(texts, signal);
          made.queries.push(...texts);
          return model.embed(texts, signal);
        },
      },
      dispose: async () => undefined,
    },
  };
  return made;
}

const connectTo = ({ embedder }: Endpoint) => async () => Promise.resolve(embedder);
const down = () => new AssistantError('embedding.failed', 'The connection to h:1 was refused.', { retryable: true });

test('passages go to the endpoint in batches, and questions to its model of questions', async () => {
  const remote = endpoint();
  const { sync, search, embedded } = open(disk(PAGES), { connect: connectTo(remote) });
  const report = await sync();
  expect(report).toMatchObject({ embedded: 3, tiers: ['keyword', 'semantic'], warnings: [] });
  expect(report.model).toContain('remote');
  expect(remote.documents.map(({ length }) => length)).toEqual([2, 1]);
  const result = await search('how often is a failed job tried');
  expect(found(result)[0]).toBe('retries.md:1-3');
  expect(result.tiers).toEqual(['keyword', 'semantic']);
  expect(remote.queries).toEqual(['how often is a failed job tried']);
  expect(embedded).toEqual([]);
});

test('a second run sends nothing, and so does a restart', async () => {
  const from = disk(PAGES);
  const first = open(from, { connect: connectTo(endpoint()) });
  await first.sync();
  expect(await first.sync()).toMatchObject({ embedded: 0 });
  await first.index.dispose();
  const remote = endpoint();
  const second = open(from, { connect: connectTo(remote) });
  expect(await second.sync()).toMatchObject({ embedded: 0, tiers: ['keyword', 'semantic'] });
  expect(remote.documents).toEqual([]);
});

test('an endpoint that is chosen later is filled beside what is there, and going back embeds nothing again', async () => {
  const from = disk(PAGES);
  let chosen: PairedEmbedder | undefined;
  const { sync, search, index, time } = open(from, { connect: async () => Promise.resolve(chosen) });
  expect(await sync()).toMatchObject({ embedded: 3 });
  const remote = endpoint({ size: 1 });
  chosen = remote.embedder;
  remote.objection = (texts) => {
    if (remote.documents.length > 0) {
      time.elapse();
    }
    return texts.length > 1 ? down() : undefined;
  };
  expect(await index.sync(() => undefined, QUIET, { embedForMs: 50 })).toMatchObject({ embedded: 1, tiers: ['keyword', 'semantic'] });
  await search('failed job');
  expect(remote.queries).toEqual([]); // the model on this machine serves until the new vectors are complete
  remote.objection = undefined;
  expect(await sync()).toMatchObject({ embedded: 2 });
  await search('failed job');
  expect(remote.queries).toEqual(['failed job']);
  chosen = undefined;
  expect(await sync()).toMatchObject({ embedded: 0, tiers: ['keyword', 'semantic'] });
  await search('failed job');
  expect(remote.queries).toHaveLength(1);
});

test.each<[string, () => AssistantError, RegExp]>([
  ['is down', down, /refused/u],
  ['refuses the key', () => new AssistantError('embedding.failed', 'h:1 refused the API key.'), /API key/u],
  ['has an address that is none', () => new AssistantError('config.invalid', 'The base URL is not a web address.'), /web address/u],
])('while the endpoint %s, searches go on, the report says why, and the next run tries again', async (_name, failure, reason) => {
  let failing = true;
  const remote = endpoint();
  const { sync, search } = open(disk(PAGES), { connect: async () => (failing ? Promise.reject(failure()) : Promise.resolve(remote.embedder)) });
  const report = await sync();
  expect(report).toMatchObject({ files: 3, embedded: 0, tiers: ['keyword', 'static'], warnings: [expect.stringMatching(reason)] });
  expect(report.warnings[0]).toContain('the next run tries again');
  expect(found(await search('failed job tried'))[0]).toBe('retries.md:1-3');
  failing = false;
  expect(await sync()).toMatchObject({ embedded: 3, tiers: ['keyword', 'semantic'], warnings: [] });
});

test('an endpoint that fails half way keeps what it gave, and is asked for the rest next time', async () => {
  const remote = endpoint();
  remote.objection = () => (remote.documents.length > 0 ? down() : undefined);
  const { sync } = open(disk(PAGES), { connect: connectTo(remote) });
  expect(await sync()).toMatchObject({ embedded: 2, tiers: ['keyword', 'static'], warnings: [expect.stringContaining('was refused')] });
  remote.objection = undefined;
  expect(await sync()).toMatchObject({ embedded: 1, tiers: ['keyword', 'semantic'] });
});

test('a passage that is refused costs no other its vector; it is found by its words, and not sent again', async () => {
  const remote = endpoint();
  remote.refuses = 'ninety';
  const { sync, search } = open(disk(PAGES), { connect: connectTo(remote) });
  const report = await sync();
  expect(report).toMatchObject({ embedded: 2, tiers: ['keyword', 'semantic'], failed: [] });
  expect(report.warnings).toEqual(['Passages that have no vector and are found by their words only: 1. It is refused.']);
  expect(found(await search('token ninety days'))[0]).toBe('tokens.md:1-3');
  const sent = remote.documents.length;
  expect((await sync()).warnings).toHaveLength(1);
  expect(remote.documents).toHaveLength(sent);
});

test('a model that refuses most passages does not serve', async () => {
  const remote = endpoint();
  remote.refuses = 'e';
  const { sync } = open(disk({ ...PAGES, 'more.md': '# More\n\nMore of the same.\n' }), { connect: connectTo(remote) });
  expect(await sync()).toMatchObject({ embedded: 1, tiers: ['keyword', 'static'] });
});

const silent = (signal: AbortSignal) => new Promise<never>((_resolve, reject) => {
  signal.addEventListener('abort', () => { reject(new AssistantError('cancelled', 'Cancelled.')); });
});

test.each<[string, (signal: AbortSignal, wait: () => void) => AssistantError | Promise<never>, RegExp]>([
  ['has gone', down, /was refused/u],
  ['does not answer', async (signal, wait) => {
    const answer = silent(signal);
    wait();
    return answer;
  }, /did not answer in time/u],
])('a question whose endpoint %s is answered by what is on this machine, and so are the next ones until a run finds it back', async (_name, fail, reason) => {
  const remote = endpoint();
  const { index, sync, search, time } = open(disk(PAGES), { connect: connectTo(remote) });
  await sync();
  remote.objection = (_texts, signal) => fail(signal, () => { time.elapse(10_000); });
  const result = await search('failed job tried');
  expect(found(result)[0]).toBe('retries.md:1-3');
  expect(result.tiers).toEqual(['keyword', 'static']);
  expect((await index.report()).warnings).toEqual([expect.stringMatching(reason)]);
  remote.objection = undefined;
  await search('failed job');
  expect(remote.queries).toEqual([]);
  await sync();
  await search('failed job');
  expect(remote.queries).toEqual(['failed job']);
  expect(time.pending).toEqual([]);
});

test('a run that has no more time ends the request under way', async () => {
  const remote = endpoint();
  remote.objection = async (_texts, signal) => {
    const answer = silent(signal);
    time.elapse(8_000);
    return answer;
  };
  const { index, time } = open(disk(PAGES), { connect: connectTo(remote) });
  const report = await index.sync(() => undefined, QUIET, { embedForMs: 8_000 });
  expect(report).toMatchObject({ files: 3, embedded: 0, tiers: ['keyword', 'static'], warnings: [] });
  expect(time.pending).toEqual([]);
});

test('an endpoint that does not answer in the time of a run is told as that', async () => {
  const { index, time } = open(disk(PAGES), {
    connect: async (_current, signal) => {
      const answer = silent(signal);
      time.elapse(8_000);
      return answer;
    },
  });
  const report = await index.sync(() => undefined, QUIET, { embedForMs: 8_000 });
  expect(report.warnings).toEqual([expect.stringContaining('It did not answer in time.')]);
});

test('who cancels is not told of it', async () => {
  const controller = new AbortController();
  const { index } = open(disk(PAGES), {
    connect: async () => {
      controller.abort();
      return Promise.reject(new AssistantError('cancelled', 'Cancelled.'));
    },
  });
  expect(await index.sync(() => undefined, controller.signal)).toMatchObject({ files: 3, warnings: [] });
});

test('vectors of another size under the same name are refused clearly, and made anew from the next run on', async () => {
  const small = endpoint({ id: 'remote 40', dimensions: 40 });
  const large = endpoint({ id: 'remote 56', dimensions: 56 });
  let serving = small;
  const connect = async (current: PairedEmbedder | undefined) => Promise.resolve(current ?? serving.embedder);
  const from = disk(PAGES);
  const { sync, search } = open(from, { connect });
  await sync();
  serving = large;
  small.objection = () => new AssistantError('embedding.failed', 'm at h:1 returned a vector of 56 numbers where 40 are expected.');
  from.files.write('new.md', '# New\n\nA page that was not there.\n');
  expect(await sync()).toMatchObject({ embedded: 0, warnings: [expect.stringContaining('56 numbers where 40')] });
  expect(await sync()).toMatchObject({ embedded: 4, warnings: [], tiers: ['keyword', 'semantic'] });
  await search('failed job');
  expect(large.queries).toEqual(['failed job']);
});

test('what an endpoint finds is judged by the model on this machine', async () => {
  const reranker: Reranker = {
    id: 'likes tokens',
    textsPerSecond: 1_000,
    rerank: async (_query, texts) => texts.map(({ text }) => (text.includes('ninety') ? 1.5 : 0)),
  };
  const { sync, search } = open(disk(PAGES), { connect: connectTo(endpoint()), reranker });
  await sync();
  const { passages } = await search('failed job');
  expect(passages[0]?.path).toBe('tokens.md');
  expect(passages[0]?.relevance).toBeGreaterThan(0.2);
});

test('a process that only reads asks the endpoint its questions too', async () => {
  const from = disk(PAGES);
  await open(from, { connect: connectTo(endpoint()) }).sync();
  const remote = endpoint();
  const second = open(from, { connect: connectTo(remote) });
  expect((await second.sync()).warnings).toEqual([expect.stringContaining('Another process')]);
  await second.search('failed job');
  expect(remote.queries).toEqual(['failed job']);
  expect(remote.documents).toEqual([]);
});
