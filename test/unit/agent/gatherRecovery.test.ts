import { expect, test } from 'vitest';
import { DEFAULT_RECOVERY } from '../../../src/agent/recovery/table';
import { formatTrail } from '../../../src/agent/recovery/trail';
import type { RecoveryTable } from '../../../src/model/failure';
import { calls, createScriptedModel, type ModelStep } from '../../support/scriptedModel';
import { note, play } from './support';

const LEASES = note('leases.md', 'Leases end after ninety seconds.');
const DONE: readonly ModelStep[] = ['I have what I need.'];
const UNREADABLE: readonly ModelStep[] = ['<tool_call>{"name": </tool_call>'];

const calling = (name: string, args: object, id: number): readonly ModelStep[] => [calls([[name, args]], id)];

/** The trail of a turn in which the model says these things, and how it ended. */
async function trailOf(rounds: readonly (readonly ModelStep[])[], recovery: RecoveryTable = DEFAULT_RECOVERY, search = () => [LEASES]) {
  const { events, gathered } = await play({ model: createScriptedModel([...rounds, DONE, DONE]), search, recovery });
  return `${formatTrail(events.filter((event) => event.type === 'recovered'))} | ${gathered.stop}`;
}

test('a tool that does not exist: first the nearest are named, then the query is searched for; the trail tells both', async () => {
  const invented = [calling('queryGraph', { query: 'leases' }, 1), calling('queryGraph', { query: 'leases' }, 2)];
  expect(await trailOf(invented)).toBe('init → UNKNOWN_TOOL → suggestTool → ok → UNKNOWN_TOOL → searchDocs → ok | enough');
});

test('how often a name is only suggested is up to the table', async () => {
  const recovery = { ...DEFAULT_RECOVERY, UNKNOWN_TOOL: { ...DEFAULT_RECOVERY.UNKNOWN_TOOL, attempts: 0 } };
  expect(await trailOf([calling('queryGraph', { query: 'leases' }, 1)], recovery)).toBe('init → UNKNOWN_TOOL → searchDocs → ok | enough');
});

test('arguments that cannot be read are told back, and the loop goes on', async () => {
  expect(await trailOf([calling('searchDocs', { query: '' }, 1), calling('searchDocs', { query: 'leases' }, 2)])).toBe('init → PARSE → repairJson → ok | enough');
});

test('a form that cannot be read is asked for once, and the trail tells whether that helped', async () => {
  expect(await trailOf([UNREADABLE, calling('searchDocs', { query: 'leases' }, 1)])).toBe('init → PARSE → repairJson → ok | enough');
  expect(await trailOf([UNREADABLE, UNREADABLE])).toBe('init → PARSE → repairJson → failed | failed');
  const never = { ...DEFAULT_RECOVERY, PARSE: { ...DEFAULT_RECOVERY.PARSE, attempts: 0 } };
  expect(await trailOf([UNREADABLE], never)).toBe('init | failed');
});

test('a tool that fails is told of until its attempts are used up; then the loop ends, and what was held stays', async () => {
  const failing = () => { throw new Error('out of order'); };
  const recovery = { ...DEFAULT_RECOVERY, TOOL_ERROR: { ...DEFAULT_RECOVERY.TOOL_ERROR, attempts: 1 } };
  const rounds = [calling('searchDocs', { query: 'leases' }, 1), calling('searchDocs', { query: 'locks' }, 2), calling('searchDocs', { query: 'keys' }, 3)];
  expect(await trailOf(rounds, recovery, failing)).toBe('init → TOOL_ERROR → tellModel → ok → TOOL_ERROR → oneShot → failed | failed');
});
