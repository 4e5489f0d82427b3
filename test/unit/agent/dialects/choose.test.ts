import { expect, test } from 'vitest';
import { chooseDialect } from '../../../../src/agent/dialects/choose';
import { AssistantError } from '../../../../src/model/errors';
import { calls, createScriptedModel, type ModelStep } from '../../../support/scriptedModel';
import { memoryOf, note, play } from '../support';

const SEARCH: readonly ModelStep[] = [calls([['searchDocs', { query: 'leases' }]])];
const ACTION: readonly ModelStep[] = ['<action>searchDocs {"query":"leases"}</action>'];
const DONE: readonly ModelStep[] = ['That is all.'];
const PROBED: readonly ModelStep[] = [calls([['lookUpWord', { word: 'lantern' }]])];
const REFUSED: readonly ModelStep[] = [new AssistantError('model.unsupported', 'This model does not support tools.')];

/** Plays a question with `auto`: the dialects of the rounds, what was learned, requests in all, how it ended. */
async function check(scripts: readonly (readonly ModelStep[])[], expected: string, memory = memoryOf()) {
  const model = createScriptedModel(scripts);
  const played = await play({ model, dialect: chooseDialect(model, 'auto', memory), search: (query) => [note('a.md', query)] });
  const rounds = played.events.flatMap((event) => (event.type === 'round' ? event.dialect : []));
  expect([rounds.join(' '), memory.told.join(' ') || 'nothing', model.requests.length, played.gathered.stop, played.searched.length].join(' | ')).toBe(expected);
  return { model, memory };
}

test('a setting holds, whatever is remembered', () => {
  const model = createScriptedModel([]);
  for (const name of ['native', 'react', 'tags'] as const) {
    expect(chooseDialect(model, name, memoryOf({ scripted: 'native' }))).toEqual({ name });
  }
});

test('what is remembered of a model is taken; of one that is new, calls of the API', () => {
  const model = createScriptedModel([]);
  expect(chooseDialect(model, 'auto', memoryOf({ scripted: 'react' })).name).toBe('react');
  expect(chooseDialect(model, 'auto', memoryOf({ scripted: 'native' })).name).toBe('native');
  expect(chooseDialect(model, 'auto', memoryOf()).name).toBe('native');
});

test('a call in the first round says that the model can call, and costs no trial', async () => {
  await check([SEARCH, DONE], 'native native | scripted: native | 2 | enough | 1');
});

test('a call printed as text says so too', async () => {
  await check([['<tool_call>{"name":"searchDocs","arguments":{"query":"leases"}}</tool_call>'], DONE], 'native native | scripted: native | 2 | enough | 1');
});

test('a server that refuses tools is spoken to in text, and that is remembered', async () => {
  const { memory } = await check([REFUSED, ACTION, DONE], 'native react react | scripted: react | 3 | enough | 1');
  await check([ACTION, DONE], 'react react | scripted: react | 2 | enough | 1', memory);
});

test('so is one that begins to refuse them', async () => {
  await check([REFUSED, ACTION, DONE], 'native react react | scripted: react | 3 | enough | 1', memoryOf({ scripted: 'native' }));
});

test('a model that called nothing is tried once, in one small call', async () => {
  const { model, memory } = await check([DONE, DONE, ACTION, DONE], 'native react react | scripted: react | 4 | enough | 1');
  expect(model.requests[1]).toMatchObject({ maxOutputTokens: 1_000, tools: [{ name: 'lookUpWord' }] });
  expect(model.requests[1]?.messages).toHaveLength(1);
  await check([DONE, ACTION, DONE], 'react react react | scripted: react | 3 | enough | 1', memory);
});

test('one that can call is then told to look', async () => {
  const { model, memory } = await check([DONE, PROBED, SEARCH, DONE], 'native native native | scripted: native | 4 | enough | 1');
  expect(model.requests[2]?.messages.at(-1)?.content).toContain('Nothing has been looked up yet');
  await check([DONE, DONE], 'native native | scripted: native | 2 | enough | 0', memory);
});

test('one that thought until it was cut off can call, for all that is known', async () => {
  await check([DONE, [{ type: 'finish', reason: 'length' }], SEARCH, DONE], 'native native native | scripted: native | 4 | enough | 1');
});

test('one that tries to call, however badly, is asked for the form', async () => {
  await check([DONE, ['<tool_call>{"name": '], SEARCH, DONE], 'native native native | scripted: native | 4 | enough | 1');
});

test('a server that refuses the tool of the trial has answered', async () => {
  await check([DONE, REFUSED, ACTION, DONE], 'native react react | scripted: react | 4 | enough | 1');
});

test('a trial that fails says nothing, and is not remembered', async () => {
  const offline = [new AssistantError('model.unreachable', 'No route to the server.')];
  await check([DONE, offline, SEARCH, DONE], 'native native native | scripted: native | 4 | enough | 1');
  await check([DONE, offline, DONE], 'native native | nothing | 3 | enough | 0');
});

test('a first round that fails says nothing either', async () => {
  await check([[new AssistantError('model.rateLimited', 'Slow down.')]], 'native | nothing | 1 | failed | 0');
});

test('a refusal is an error where the dialect is set', async () => {
  const played = await play({ model: createScriptedModel([REFUSED]) });
  expect(played.gathered).toMatchObject({ stop: 'failed', error: { code: 'model.unsupported' } });
});
