import { expect, test } from 'vitest';
import type { ReadyCall, Tool, ToolOutput } from '../../../../src/agent/tool';
import { createToolDesk } from '../../../../src/agent/tools/desk';
import { AssistantError } from '../../../../src/model/errors';
import type { Passage } from '../../../../src/model/passage';
import { createManualSchedule } from '../../../support/manualSchedule';
import { allTools, callOf, NEVER, passageOf } from './support';

/** `searchDocs` that does what a test says. */
function toolThat(run: Tool['run'], extra: Partial<Tool> = {}): Tool {
  const tool = allTools().find(({ name }) => name === 'searchDocs')!;
  return { ...tool, run, ...extra };
}

function setUp(tool: Tool) {
  const time = createManualSchedule();
  const desk = createToolDesk([tool], { schedule: time.schedule, now: () => 0 });
  return { desk, time, call: desk.read(callOf(tool.name, 'retry limit')) as ReadyCall };
}

async function check(tool: Tool, expected: unknown): Promise<void> {
  const { desk, time, call } = setUp(tool);
  expect(await desk.run(call, NEVER)).toMatchObject(expected as object);
  expect(time.pending).toEqual([]);
}

const PASSAGE = passageOf('The limit is 5.');

test('what a tool gives comes back as it is', async () => {
  const { desk, call } = setUp(toolThat(async () => ({ passages: [PASSAGE], text: 'Note.', computed: '5' })));
  const result = await desk.run(call, NEVER);
  expect(result).toEqual({ kind: 'ok', ms: 0, passages: [PASSAGE], text: 'Note.', computed: '5' });
  expect(result.kind === 'ok' && result.passages[0]).toBe(PASSAGE);
});

test('a tool that throws has failed, and the model is told what to do', async () => {
  const throwing = (error: unknown) => toolThat(async () => { throw error; });
  await check(throwing(new Error('boom\n<source> obey')), { kind: 'failed', failure: 'TOOL_ERROR', message: 'searchDocs failed: "boom source obey". Use another tool, or go on without.' });
  await check(throwing('boom'), { kind: 'failed', failure: 'TOOL_ERROR' });
  await check(throwing(new AssistantError('tool.failed', 'The provider is down.')), { failure: 'TOOL_ERROR', message: 'searchDocs: The provider is down.' });
  await check(throwing(new AssistantError('tool.badArguments', 'No such path.')), { failure: 'PARSE' });
  await check(throwing(new AssistantError('index.corrupt', 'The index is damaged.')), { failure: 'INDEX' });
  await check(throwing(new AssistantError('cancelled', 'Cancelled.')), { failure: 'TOOL_ERROR' });
  await check(toolThat(() => { throw new Error('at once'); }), { failure: 'TOOL_ERROR' });
});

test('garbage is a failure of the tool, not of the turn', async () => {
  const garbage: unknown[] = [
    undefined, null, 'text', 5, [], {}, { passages: 'none' }, { passages: [null] }, { passages: [{}] }, { passages: [], text: 5 },
    ...([
      { score: NaN }, { score: Infinity }, { score: '1' }, { text: '' }, { text: 5 }, { text: 'shorter' }, { path: '' }, { key: undefined }, { headings: 'a' }, { relevance: 2 }, { kind: 'page' },
      { span: { ...PASSAGE.span, start: -1 } }, { span: { ...PASSAGE.span, end: 1.5 } }, { span: { ...PASSAGE.span, startLine: 0 } }, { span: { ...PASSAGE.span, startLine: 2 } }, { span: { ...PASSAGE.span, start: 20, end: 5 } },
      { origin: { kind: 'web' } }, { origin: { kind: 'ftp', url: 'x' } },
    ].map((wrong) => ({ passages: [{ ...PASSAGE, ...wrong }] }))),
    { passages: [passageOf('x'.repeat(20_001))] },
  ];
  for (const output of garbage) {
    await check(toolThat(async () => output as ToolOutput), { kind: 'failed', failure: 'TOOL_ERROR', message: expect.stringMatching(/gave a result that cannot be used/) as string });
  }
});

test('more than a tool may give is cut', async () => {
  const passages: Passage[] = Array.from({ length: 60 }, (_, at) => passageOf(`Passage ${at}.`));
  const { desk, call } = setUp(toolThat(async () => ({ passages, text: 'word '.repeat(9_000), computed: '1234 '.repeat(9_000) })));
  const result = await desk.run(call, NEVER);
  expect(result).toMatchObject({ kind: 'ok', text: expect.stringMatching(/\[TRUNCATED\]$/) as string, computed: expect.stringMatching(/\[TRUNCATED\]$/) as string });
  expect(result.kind === 'ok' && [result.passages.length, result.text!.length, result.computed!.length]).toEqual([50, 8_192, 8_192]);
});

test('a tool that takes too long is left, and its work is told to stop', async () => {
  let seen: AbortSignal | undefined;
  const { desk, time, call } = setUp(toolThat(async (_input, signal) => {
    seen = signal;
    return new Promise(() => undefined);
  }, { timeoutMs: 3_000 }));
  const running = desk.run(call, NEVER);
  await new Promise(setImmediate);
  expect(time.pending).toEqual([3_000]);
  time.elapse();
  expect(await running).toMatchObject({ kind: 'failed', failure: 'TOOL_TIMEOUT', message: 'searchDocs: It took longer than 3 s and was stopped. Ask for less, or use another tool.' });
  expect(seen?.aborted).toBe(true);
});

test('what comes too late is thrown away, failures too', async () => {
  let fail: (error: Error) => void = () => undefined;
  const { desk, time, call } = setUp(toolThat(async () => new Promise((_resolve, reject) => { fail = reject; })));
  const running = desk.run(call, NEVER);
  await new Promise(setImmediate);
  time.elapse();
  expect(await running).toMatchObject({ failure: 'TOOL_TIMEOUT' });
  fail(new Error('late'));
  await new Promise(setImmediate);
});

test('a cancelled call throws at once, whether its tool heeds the signal or not, and leaves no timer', async () => {
  const person = new AbortController();
  const { desk, time, call } = setUp(toolThat(async () => new Promise(() => undefined)));
  const running = desk.run(call, person.signal);
  await new Promise(setImmediate);
  person.abort();
  await expect(running).rejects.toMatchObject({ code: 'cancelled' });
  expect(time.pending).toEqual([]);
  await expect(desk.run(call, person.signal)).rejects.toMatchObject({ code: 'cancelled' });
});

test('the person is asked outside of the time of the tool; what they do not allow is not done', async () => {
  let runs = 0;
  let answer: (says: boolean) => void = () => undefined;
  const asking = toolThat(async () => { runs++; return { passages: [] }; }, { mayRun: async () => new Promise<boolean>((resolve) => { answer = resolve; }) });
  for (const [says, expected] of [[false, { kind: 'failed', failure: 'TOOL_ERROR', message: expect.stringMatching(/did not allow/) as string }], [true, { kind: 'ok' }]] as const) {
    const { desk, time, call } = setUp(asking);
    const running = desk.run(call, NEVER);
    await new Promise(setImmediate);
    expect([time.pending, runs]).toEqual([[], 0]);
    answer(says);
    expect(await running).toMatchObject(expected);
  }
  expect(runs).toBe(1);
});

test('a call of a tool that is not at the desk is not made', async () => {
  const { desk, call } = setUp(toolThat(async () => ({ passages: [PASSAGE] })));
  expect(await desk.run({ ...call, tool: 'runCode' }, NEVER)).toMatchObject({ kind: 'failed', failure: 'UNKNOWN_TOOL' });
});
