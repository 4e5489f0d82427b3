import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecoveryBudget } from '../../../../src/agent/recovery/budget';
import { parseRecovery } from '../../../../src/agent/recovery/parseRecovery';
import { recoveringModel } from '../../../../src/agent/recovery/recoveringModel';
import { DEFAULT_RECOVERY, MAX_RECOVERY_MS } from '../../../../src/agent/recovery/table';
import { formatTrail } from '../../../../src/agent/recovery/trail';
import type { ErrorCode, ErrorDetail } from '../../../../src/model/errors';
import { AssistantError, toAssistantError } from '../../../../src/model/errors';
import type { RecoveryStep } from '../../../../src/model/failure';
import type { ChatEvent, ChatModel, ChatRequest } from '../../../../src/model/ports';
import { readReply } from '../../../../src/model/reply';
import { createVirtualTime, type VirtualTime } from '../../../support/virtualTime';

/** One thing that a call does: take so many ms, say something, fail, fall silent. */
type Act = number | string | ChatEvent | Error;

/** Longer than anybody waits. */
const SILENCE = Infinity;

interface TimedModel extends ChatModel {
  /** When each call was made, in ms, and with how much context. */
  readonly calls: { readonly at: number; readonly size: number }[];
}

/** A model that plays one script per call; the last one again and again. */
function timedModel(scripts: readonly (readonly Act[])[], time: VirtualTime): TimedModel {
  const calls: TimedModel['calls'] = [];
  return {
    name: 'timed',
    id: 'timed',
    calls,
    stream: async function* (request, signal) {
      const script = scripts[Math.min(calls.length, scripts.length - 1)]!;
      calls.push({ at: time.now(), size: request.messages.length });
      for (const act of script) {
        if (act instanceof Error) {
          throw act;
        } else if (typeof act === 'number') {
          await wait(act, time, signal);
        } else {
          yield typeof act === 'string' ? { type: 'text', text: act } : act;
        }
      }
    },
  };
}

/** As an adapter waits: it leaves no timer behind, and ends as soon as it is told. */
function wait(ms: number, { schedule }: VirtualTime, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = ms === SILENCE ? () => undefined : schedule(ms, resolve);
    const onAbort = () => { stop(); reject(failure('cancelled')); };
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) {
      onAbort();
    }
  });
}

function failure(code: ErrorCode, detail: ErrorDetail = {}): AssistantError {
  return new AssistantError(code, `What happened: ${code}.`, detail);
}

/** A request of so many messages that leaves out one at a time. */
function request(size = 1): ChatRequest {
  return {
    messages: Array.from({ length: size }, () => ({ role: 'user' as const, content: 'x' })),
    ...(size > 1 ? { smaller: () => request(size - 1) } : {}),
  };
}

interface Played {
  readonly time: VirtualTime;
  readonly model: TimedModel;
  readonly steps: readonly RecoveryStep[];
  readonly events: readonly ChatEvent[];
  readonly text: string;
  /** Nothing if the call came to a good end. */
  readonly error: AssistantError | undefined;
}

interface Setting {
  readonly budget?: RecoveryBudget;
  readonly size?: number;
  readonly recovery?: unknown;
  readonly random?: number;
  /** When the person stops, in ms. */
  readonly stopAt?: number;
}

async function play(scripts: readonly (readonly Act[])[], { budget = new RecoveryBudget(), size = 1, recovery, random = 0, stopAt }: Setting = {}): Promise<Played> {
  const time = createVirtualTime();
  const model = timedModel(scripts, time);
  const steps: RecoveryStep[] = [];
  const events: ChatEvent[] = [];
  const controller = new AbortController();
  const deps = { ...depsOf(time), table: parseRecovery(recovery).table, budget, random: () => random, onStep: (step: RecoveryStep) => { steps.push(step); } };
  if (stopAt !== undefined) {
    time.schedule(stopAt, () => { controller.abort(); });
  }
  let error: AssistantError | undefined;
  await time.run((async () => {
    for await (const event of recoveringModel(model, deps).stream(request(size), controller.signal)) {
      events.push(event);
    }
  })().catch((thrown: unknown) => { error = toAssistantError(thrown); }));
  return { time, model, steps, events, text: events.map((event) => (event.type === 'text' ? event.text : '')).join(''), error };
}

function depsOf({ now, schedule }: VirtualTime) {
  return { table: DEFAULT_RECOVERY, budget: new RecoveryBudget(), now, schedule, random: () => 0, during: () => 'answer' };
}

function times({ model }: Played): number[] {
  return model.calls.map(({ at }) => at);
}

const LIMITED = failure('model.rateLimited', { retryable: true });
const OVERFLOW = failure('model.contextOverflow');
const BUSY = failure('model.badResponse', { retryable: true });

test.each<[string, readonly (readonly Act[])[], readonly [said: string, calledAt: readonly number[]], Setting?]>([
  ['a call that succeeds is left alone', [['Hi', ' there']], ['Hi there', [0]]],
  ['a busy server is asked again, later each time', [[LIMITED], [LIMITED], [LIMITED], ['Hi']], ['Hi', [0, 500, 1_500, 3_500]]],
  ['a busy server is asked again when it says so', [[failure('model.rateLimited', { retryAfterMs: 12_000 })], ['Hi']], ['Hi', [0, 12_000]]],
  ['callers are spread', [[LIMITED], ['Hi']], ['Hi', [0, 700]], { random: 0.8 }],
  ['one that names a time longer than a turn may take is not waited for', [[failure('model.rateLimited', { retryAfterMs: 30_000, retryable: true })]], ['429', [0]]],
  ['one that names no number is not waited for', [[failure('model.rateLimited', { retryAfterMs: Number.NaN, retryable: true })]], ['429', [0]]],
  ['an account without credit is not asked again', [[failure('model.rateLimited')]], ['429', [0]]],
  ['a server out of reach is tried twice more', [[failure('model.unreachable', { retryable: true })]], ['unreachable', [0, 500, 1_500]]],
  ['a server that fails is tried again', [[200, BUSY], ['Hi']], ['Hi', [0, 700]]],
  ['what is not known is tried once more', [[new TypeError('x')]], ['internal', [0, 500]]],
  ['an empty answer is asked for once more', [[failure('model.emptyAnswer')], ['Hi']], ['Hi', [0, 500]]],
  ['a refused key is not tried again', [[failure('model.unauthorized', { retryable: true })]], ['unauthorized', [0]]],
  ['a model that is not there is not asked again', [[failure('model.notFound', { retryable: true })]], ['notFound', [0]]],
  ['a filter is not argued with', [[failure('model.contentFilter', { retryable: true })]], ['contentFilter', [0]]],
  ['what a server does not support is not asked for again', [[failure('model.unsupported', { retryable: true })]], ['unsupported', [0]]],
  ['failures of different kinds share their attempts', [[BUSY], [LIMITED], [failure('model.badResponse')]], ['badResponse', [0, 500, 1_500]]],
  ['a model that was silent for longer than a turn may take is not tried again', [[180_000, failure('model.unreachable', { retryable: true })]], ['unreachable', [0]]],
  ['a table with fewer attempts is heeded', [[LIMITED]], ['429', [0, 500]], { recovery: { RATE_LIMIT: { attempts: 1 } } }],
  ['a table that answers without a model at once is heeded', [[LIMITED]], ['429', [0]], { recovery: { RATE_LIMIT: { primary: 'extract', fallback: 'retry' } } }],
])('%s', async (_name, scripts, expected, setting) => {
  const played = await play(scripts, setting);
  const said = played.error === undefined ? played.text : played.error.code.replace('model.', '').replace('rateLimited', '429');
  expect([said, times(played)]).toEqual(expected);
  expect(played.time.pending).toBe(0);
});

test('a request that fits no window gets smaller until it does, without a wait', async () => {
  const played = await play([[OVERFLOW], [OVERFLOW], [OVERFLOW], ['Hi']], { size: 9 });
  expect(played.model.calls.map(({ size }) => size)).toEqual([9, 8, 7, 6]);
  expect([played.text, played.time.now()]).toEqual(['Hi', 0]);
});

test.each([[1, 1], [3, 3], [50, 6]])('a request of %i parts that never fits is made %i times', async (size, calls) => {
  const played = await play([[OVERFLOW]], { size });
  expect([played.error, played.model.calls.length]).toEqual([OVERFLOW, calls]);
});

test('a server that takes its time to refuse a request is not asked for ever', async () => {
  const played = await play([[14_600, OVERFLOW]], { size: 9 });
  expect([played.error, times(played)]).toEqual([OVERFLOW, [0, 14_600, 29_200]]);
});

test('a request stays as small as it was made when something else fails', async () => {
  const played = await play([[OVERFLOW], [BUSY], ['Hi']], { size: 5 });
  expect(played.model.calls.map(({ size }) => size)).toEqual([5, 4, 4]);
});

test.each<[string, Act]>([
  ['text', 'Hi'],
  ['calls of tools', { type: 'toolCalls', calls: [{ id: '1', name: 'searchDocs', arguments: '{}' }] }],
])('once there were %s, nothing is made again', async (_name, act) => {
  for (const error of [LIMITED, BUSY, OVERFLOW, new TypeError('x')]) {
    const played = await play([[act, error]], { size: 5 });
    expect([played.model.calls.length, played.events.length, played.steps]).toEqual([1, 1, []]);
    expect(played.error?.message).toContain(error.message);
  }
});

test('what is not to be shown is told once, at the end, whatever was tried before; a sign of life is told at once', async () => {
  const usage: ChatEvent = { type: 'usage', usage: { inputTokens: 1 } };
  const finish: ChatEvent = { type: 'finish', reason: 'stop' };
  const played = await play([[usage, finish, BUSY], ['', 'Hi', usage, finish]]);
  expect(played.events).toEqual([{ type: 'text', text: '' }, { type: 'text', text: 'Hi' }, usage, finish]);
  const nothing = await play([[BUSY], [usage, finish]]);
  expect([nothing.events, formatTrail(nothing.steps)]).toEqual([[usage, finish], 'init → NETWORK → retry → ok']);
});

test('each step is told in words, with its result and its time', async () => {
  const played = await play([[LIMITED], [300, BUSY], [100, 'Hi', 5_000, ' there']]);
  expect(played.steps).toEqual([
    { during: 'answer', failure: 'RATE_LIMIT', action: 'retry', result: 'failed', message: LIMITED.message, ms: 800 },
    { during: 'answer', failure: 'NETWORK', action: 'retry', result: 'ok', message: BUSY.message, ms: 1_100 },
  ]);
});

test('what foreign code said of its failure is in no step', async () => {
  const played = await play([[new TypeError('401 for Bearer sk-verysecretkey')], ['Hi']]);
  expect(JSON.stringify(played.steps)).not.toContain('sk-verysecretkey');
  expect(formatTrail(played.steps)).toBe('init → UNKNOWN → retry → ok');
});

test('a repeated call without a sign of life is given up when the time for recovery is over', async () => {
  const played = await play([[BUSY], [SILENCE]]);
  expect([played.error?.code, played.time.now(), played.time.pending]).toEqual(['model.unreachable', MAX_RECOVERY_MS, 0]);
  expect(played.error?.message).toContain('29.5 s');
});

test('a repeated call without a sign of life is given up when the time of its rule is over', async () => {
  const played = await play([[BUSY], [SILENCE], ['Hi']], { recovery: { NETWORK: { timeoutMs: 2_000 } } });
  expect([played.text, times(played)]).toEqual(['Hi', [0, 500, 3_500]]);
});

test('a model that thinks for long is not given up: an empty text is a sign of life, and what follows is no recovery', async () => {
  const budget = new RecoveryBudget();
  const played = await play([[BUSY], [1_000, '', 120_000, 'Hi']], { budget });
  expect([played.text, budget.leftMs]).toEqual(['Hi', MAX_RECOVERY_MS - 1_500]);
});

test('a first call may take as long as the model lets it', async () => {
  const budget = new RecoveryBudget();
  const played = await play([[170_000, 'Hi']], { budget });
  expect([played.text, budget.leftMs]).toEqual(['Hi', MAX_RECOVERY_MS]);
});

test('the calls of a turn share the time for recovery', async () => {
  const budget = new RecoveryBudget();
  const limited = failure('model.rateLimited', { retryAfterMs: 16_000, retryable: true });
  const first = await play([[limited], ['Hi']], { budget });
  const second = await play([[limited], ['Hi']], { budget });
  expect([first.text, second.error]).toEqual(['Hi', limited]);
});

test.each([
  ['during a wait', [[failure('model.rateLimited', { retryAfterMs: 12_000 })], ['Hi']], 'init → RATE_LIMIT → retry → failed'],
  ['during a repeated call', [[LIMITED], [SILENCE]], 'init → RATE_LIMIT → retry → failed'],
  ['during the first call', [[SILENCE]], 'init'],
] as [string, Act[][], string][])('who stops %s waits no longer, and no timer is left', async (_name, scripts, trail) => {
  const played = await play(scripts, { stopAt: 6_000 });
  expect([played.error?.code, played.time.now(), played.time.pending]).toEqual(['cancelled', 6_000, 0]);
  expect(formatTrail(played.steps)).toBe(trail);
});

test.each<[string, AssistantError | undefined]>([['fails otherwise', OVERFLOW], ['just ends', undefined]])('a call that %s when it is stopped counts as stopped, and nothing is made again', async (_name, end) => {
  const controller = new AbortController();
  let calls = 0;
  const model: ChatModel = {
    name: 'careless',
    id: 'careless',
    stream: async function* () {
      calls++;
      controller.abort();
      if (end !== undefined) {
        throw end;
      }
      yield* [];
    },
  };
  const recovering = recoveringModel(model, { ...depsOf(createVirtualTime()), onStep: () => undefined });
  await expect(readReply(recovering, request(5), controller.signal)).rejects.toMatchObject({ code: 'cancelled' });
  expect(calls).toBe(1);
});

test('a reader who has enough ends the call, and no timer is left', async () => {
  const time = createVirtualTime();
  let isEnded = false;
  const endless: ChatModel = {
    name: 'endless',
    id: 'endless',
    stream: async function* () {
      try {
        for (;;) {
          yield { type: 'text', text: 'more ' };
        }
      } finally {
        isEnded = true;
      }
    },
  };
  const recovering = recoveringModel(endless, { ...depsOf(time), onStep: () => undefined });
  for await (const event of recovering.stream(request(), new AbortController().signal)) {
    expect(event).toEqual({ type: 'text', text: 'more ' });
    break;
  }
  expect([isEnded, time.pending]).toEqual([true, 0]);
});

const codes = fc.constantFrom<ErrorCode>('model.rateLimited', 'model.badResponse', 'model.unreachable', 'model.contextOverflow', 'model.contentFilter', 'model.unauthorized', 'internal', 'tool.timeout', 'index.corrupt');
const detail = fc.record({ retryable: fc.boolean(), retryAfterMs: fc.oneof(fc.integer({ min: -5, max: 40_000 }), fc.double(), fc.constant(undefined)) });
const error = fc.tuple(codes, detail).map(([code, { retryable, retryAfterMs }]) => failure(code, { retryable, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }));
const act = fc.oneof(fc.integer({ min: 0, max: 40_000 }), fc.constantFrom<Act>('Hi', '', SILENCE), error);
const firstCall = fc.tuple(fc.integer({ min: 0, max: 40_000 }), error);
const script = fc.array(act, { maxLength: 4 });

test('whatever fails, recovery takes 30 s at most, its attempts are bounded, nothing is said twice, no timer is left', async () => {
  await fc.assert(fc.asyncProperty(firstCall, fc.array(script, { minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 9 }), fc.double({ min: 0, max: 0.999, noNaN: true }), async (first, others, size, random) => {
    // A sign of life ends recovery, and what comes after it takes its own time: it has a test of its own.
    const scripts = [first, ...others].map((acts, at) => (at === 0 ? acts : acts.filter((one) => one !== '').flatMap((one) => (one === 'Hi' ? [one, failure('internal')] : [one]))));
    const played = await play(scripts, { size, random, stopAt: 1_000_000 });
    const { model, time, events } = played;
    expect(model.calls.length).toBeLessThanOrEqual(7);
    expect(model.calls.at(-1)!.at - first[0]).toBeLessThanOrEqual(MAX_RECOVERY_MS);
    expect(played.steps.reduce((sum, { ms }) => sum + ms, 0)).toBeLessThanOrEqual(MAX_RECOVERY_MS);
    expect(events.length).toBeLessThanOrEqual(1);
    expect(played.steps.filter(({ result }) => result === 'ok').length).toBeLessThanOrEqual(1);
    expect(time.pending).toBeLessThanOrEqual(1); // that of the person who would stop
  }));
});
