import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gather } from '../../../src/agent/gather';
import { GATHER_LIMITS } from '../../../src/agent/limits';
import type { ToolDesk } from '../../../src/agent/tool';
import { EvidenceLedger } from '../../../src/evidence/ledger';
import { AssistantError } from '../../../src/model/errors';
import type { ChatMessage, ChatModel, ToolCall } from '../../../src/model/ports';
import { createManualSchedule, type ManualSchedule } from '../../support/manualSchedule';
import { calls, createScriptedModel, SILENCE, type ModelStep } from '../../support/scriptedModel';
import { deskOver, memoryOf, NEVER, note, play, profileOf, type Scene } from './support';

const LONG = 'One more sentence about leases. '.repeat(200);
const library = (query: string) => [note(`${query}.md`, `${LONG}\n\n${query}`)];
const lookFor = (query: string, id: number): readonly ModelStep[] => [calls([['searchDocs', { query }]], id)];

function sizes(messages: readonly ChatMessage[]): number[] {
  return messages.filter(({ role }) => role === 'tool').map(({ content }) => content.length);
}

test('the oldest results are reduced to where they are from once a request is too long', async () => {
  const model = createScriptedModel([lookFor('aaa', 1), lookFor('bbb', 2), lookFor('ccc', 3), ['Done.']]);
  const { gathered } = await play({ model, search: library, limits: { maxInputTokens: 4_300 } });
  expect(gathered.stop).toBe('enough');
  const [first = 0, second = 0, third = 0] = sizes(model.requests[3]?.messages ?? []);
  expect(first).toBeLessThan(120);
  expect(second).toBeLessThan(120);
  expect(third).toBeGreaterThan(1_000);
  expect(model.requests[3]?.messages.find(({ role }) => role === 'tool')?.content).toContain('n="1" path="aaa.md"');
});

test('a conversation that cannot be made short enough ends it', async () => {
  const { gathered } = await play({ model: createScriptedModel([]), limits: { maxInputTokens: 100 } });
  expect(gathered).toMatchObject({ stop: 'tokens', rounds: 1 });
});

test('a request can be made smaller: what was said before goes first, then the oldest results, and for good', async () => {
  const seen: number[][] = [];
  const scripts = [lookFor('aaa', 1), lookFor('bbb', 2), lookFor('ccc', 3)];
  const scripted = createScriptedModel([...scripts, ['Done.']]);
  const model: ChatModel = {
    ...scripted,
    stream: (request, signal) => {
      let smaller = request;
      while (seen.length === 2) {
        const next = smaller.smaller?.();
        if (next === undefined) {
          break;
        }
        smaller = next;
      }
      seen.push([...sizes(smaller.messages), Number(smaller.messages[1]?.content.includes('before'))]);
      return scripted.stream(smaller, signal);
    },
  };
  await play({ model, search: library, summary: 'Spoke of caches before.' });
  const isLong = (lengths: readonly number[] = []) => lengths.map((length) => length > 150);
  expect(isLong(seen[1]?.slice(0, -1))).toEqual([true]);
  expect(isLong(seen[2]?.slice(0, -1))).toEqual([false, false]);
  expect(isLong(seen[3]?.slice(0, -1))).toEqual([false, false, true]);
  expect(seen.map((one) => one.at(-1))).toEqual([1, 1, 0, 0]);
});

test('a smaller request is smaller by a third at least, as long as that can be', async () => {
  const model = createScriptedModel([lookFor('aaa', 1), lookFor('bbb', 2), lookFor('ccc', 3), ['Done.']]);
  await play({ model, search: library, summary: 'Spoke of caches before.' });
  const total = (messages: readonly ChatMessage[] = []) => messages.reduce((sum, { content }) => sum + content.length, 0);
  const first = model.requests[3]?.smaller?.();
  expect(total(first?.messages)).toBeLessThan(0.75 * total(model.requests[3]?.messages));
  // The rules are a good part of what is left.
  const second = first?.smaller?.();
  expect(total(second?.messages)).toBeLessThan(total(first?.messages));
  expect(second?.smaller?.()).toBeUndefined();
});

test('a model that says nothing for too long fails its round', async () => {
  const scene: Scene = { model: createScriptedModel([lookFor('aaa', 1), [SILENCE]]), search: library };
  const { gathered, schedule } = await play({ ...scene, onEvent: elapseIn(2, GATHER_LIMITS.roundMs) });
  expect(gathered).toMatchObject({ stop: 'failed', error: { code: 'model.unreachable' } });
  expect(gathered.passages).toHaveLength(1);
  expect(schedule.pending).toEqual([]);
});

test('once the time is up it ends, with what there is', async () => {
  const scene: Scene = { model: createScriptedModel([lookFor('aaa', 1), [SILENCE]]), search: library };
  const { gathered, lines, schedule } = await play({ ...scene, limits: { roundMs: 1e6 }, onEvent: elapseIn(2, GATHER_LIMITS.totalMs) });
  expect(gathered).toMatchObject({ stop: 'time', rounds: 2 });
  expect(gathered.passages).toHaveLength(1);
  expect(lines.slice(-2)).toEqual(['ended 2 +0 = 1', 'gathered 1 in 2: time']);
  expect(schedule.pending).toEqual([]);
});

test('the time of a slow tool is bounded too, and what the others found is kept', async () => {
  const model = createScriptedModel([[calls([['searchDocs', { query: 'slow' }], ['searchDocs', { query: 'quick' }]])]]);
  const search = (query: string) => (query === 'slow' ? new Promise<never>(() => undefined) : library(query));
  const { gathered, lines, schedule } = await play({
    model, search, onEvent: (event, time) => { if (event.type === 'toolCalled' && JSON.stringify(event.arguments).includes('quick')) { soon(() => { time.elapse(); }); } },
  });
  expect(lines.filter((line) => line.includes('found'))).toEqual(['1 searchDocs timedOut 0 found, 0 new', '1 searchDocs ok 1 found, 1 new']);
  expect(gathered).toMatchObject({ stop: 'time', rounds: 1 });
  expect(schedule.pending).toEqual([]);
});

test.each([['a model', [[SILENCE]]], ['a tool', [lookFor('aaa', 1)]]] as const)('once it is cancelled nothing more is told, whatever is waited for: %s', async (_of, scripts) => {
  const controller = new AbortController();
  const told: string[] = [];
  const played = play({
    model: createScriptedModel(scripts),
    search: () => new Promise<never>(() => undefined),
    signal: controller.signal,
    onEvent: ({ type }) => {
      told.push(type);
      soon(() => { controller.abort(); });
    },
  });
  await expect(played).rejects.toMatchObject({ code: 'cancelled' });
  expect(told).toEqual(scripts[0][0] === SILENCE ? ['round'] : ['round', 'toolCalled']);
});

/** Lets so much time pass in a round, once the model is asked. */
function elapseIn(round: number, ms: number): NonNullable<Scene['onEvent']> {
  return (event, schedule) => {
    if (event.type === 'round' && event.round === round) {
      soon(() => { schedule.elapse(ms); });
    }
  };
}

/** After everything that is under way has come to where it waits. */
function soon(work: () => void): void {
  setTimeout(work, 3);
}

const TEXT = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    '', '<action>searchDocs {"query": "a"}</action>', '<action>', '<thinking>1. x</thinking>', '{"name": "searchDocs", "arguments": {"query": "b"}}',
    '<tool_call>{"name": ', '<tool_call>\n{"name": "x", "arguments": "{{{"}\n</tool_call>', 'searchDocs(query="c")', '<observation>made up</observation>', '<function=readDoc>', '<action>done</action>',
  ),
);
const CALL = fc.record({
  id: fc.string({ maxLength: 5 }),
  name: fc.oneof(fc.constantFrom('searchDocs', 'keywordSearch', 'readDoc', 'runCode', 'webSearch', 'recallMemory', 'getDocumentList'), fc.string({ unit: 'binary', maxLength: 20 })),
  arguments: fc.oneof(fc.json(), fc.constantFrom('{"query":"a"}', '{"query":"b","topK":"five"}', '{"query":""}', '{"path":"a.md"}'), fc.string({ unit: 'binary', maxLength: 200 })),
}) satisfies fc.Arbitrary<ToolCall>;
const STEP: fc.Arbitrary<ModelStep> = fc.oneof(
  TEXT,
  fc.array(CALL, { maxLength: 40 }).map((made) => ({ type: 'toolCalls' as const, calls: made })),
  fc.constantFrom(
    SILENCE, new AssistantError('model.unreachable', 'Gone.'), new AssistantError('model.unsupported', 'No tools.'), new AssistantError('internal', 'Boom.'),
    { type: 'finish', reason: 'length' } as const, { type: 'usage', usage: { inputTokens: 5 } } as const,
  ),
);
const MARK = 'PROSE of the model';

/** What may happen in a tool. */
const SEARCH = fc.constantFrom('finds', 'nothing', 'throws', 'hangs');

test('it ends within its bounds, whatever a model says and tools do, and leaves nothing behind', async () => {
  const anything = fc.record({
    scripts: fc.array(fc.array(STEP, { maxLength: 4 }), { maxLength: 12 }),
    dialect: fc.constantFrom('native', 'react', 'auto'),
    maxRounds: fc.integer({ min: 1, max: 6 }),
    outcomes: fc.array(SEARCH, { minLength: 1, maxLength: 8 }),
    focuses: fc.subarray(['Redis', 'Memcached', '部署']),
    cancelAfter: fc.option(fc.nat(12), { nil: undefined }),
    earlyStopOnEmptyRound: fc.boolean(),
  });
  await fc.assert(fc.asyncProperty(anything, async ({ scripts, dialect, maxRounds, outcomes, focuses, cancelAfter, earlyStopOnEmptyRound }) => {
    const controller = new AbortController();
    const model = createScriptedModel(scripts.map((steps) => steps.map((step) => (typeof step === 'string' ? `${MARK}\n${step}` : step))));
    let ran = 0;
    let seen = 0;
    const seenTime: { is?: ManualSchedule } = {};
    const scene: Scene = {
      model,
      focuses,
      limits: { maxRounds, earlyStopOnEmptyRound },
      dialect: dialect === 'auto' ? { name: 'native', memory: memoryOf() } : { name: dialect },
      search: (query) => {
        switch (outcomes[ran++ % outcomes.length]) {
          case 'finds': return library(query.slice(0, 9).replace(/[^a-z]/g, 'x') || 'q');
          case 'throws': throw new Error('boom');
          case 'hangs': return new Promise<never>(() => undefined);
          default: return [];
        }
      },
      signal: controller.signal,
      onEvent: (_event, schedule) => {
        seenTime.is ??= schedule;
        if (seen++ === cancelAfter) {
          controller.abort();
        }
      },
    };
    const ticking = setInterval(() => { seenTime.is?.elapse(); }, 4);
    try {
      const played = await play(scene);
      expect(played.gathered.rounds).toBeLessThanOrEqual(maxRounds);
      const made = played.events.filter((event) => event.type === 'toolDone' && !['refused', 'repeated'].includes(event.status));
      expect(made.length).toBeLessThanOrEqual(played.gathered.rounds * GATHER_LIMITS.maxCalls);
      expect(played.events.filter(({ type }) => type === 'round')).toHaveLength(played.gathered.rounds);
      // What is in no call is nowhere; a call that is refused is told of as the model wrote it.
      const said = played.events.filter((event) => event.type !== 'toolCalled' && !(event.type === 'toolDone' && event.status === 'refused'));
      expect(JSON.stringify([played.gathered, said])).not.toContain(MARK);
      expect(played.schedule.pending).toEqual([]);
    } catch (error) {
      expect(error).toMatchObject({ code: 'cancelled' });
      expect(controller.signal.aborted).toBe(true);
    } finally {
      clearInterval(ticking);
    }
    expect(seenTime.is?.pending ?? []).toEqual([]);
    expect(model.requests.length).toBeLessThanOrEqual(maxRounds + 1);
  }), { numRuns: 150 });
}, 60_000);

test('a loop that is left in the middle ends what is under way, and leaves no timer', async () => {
  const schedule = createManualSchedule();
  const stopped: boolean[] = [];
  const { desk } = deskOver(() => [], schedule);
  const half: ToolDesk = {
    ...desk,
    run: ({ query }, signal) => query === 'quick' ? Promise.resolve({ kind: 'ok', passages: [], ms: 0 }) : new Promise(() => { signal.addEventListener('abort', () => { stopped.push(true); }); }),
  };
  const model = createScriptedModel([[calls([['searchDocs', { query: 'quick' }], ['searchDocs', { query: 'slow' }]])]]);
  const deps = { model, dialect: { name: 'native' as const }, desk: half, ledger: new EvidenceLedger(), nonce: 'N', now: () => 0, schedule: schedule.schedule };
  for await (const event of gather({ profile: profileOf('?') }, deps, NEVER)) {
    if (event.type === 'toolDone') {
      break;
    }
  }
  expect(stopped).toEqual([true]);
  expect(schedule.pending).toEqual([]);
});
