import { expect, test } from 'vitest';
import type { Citation } from '../../../src/model/answer';
import { AssistantError } from '../../../src/model/errors';
import type { QueryProfile } from '../../../src/model/profile';
import type { TurnEvent, TurnOutcome } from '../../../src/model/turn';
import { TurnTrace } from '../../../src/trace/turnTrace';

const SECRET = 'Where is the treasure buried?';

const PROFILE: QueryProfile = {
  intent: 'question', complexity: 'SIMPLE', ambiguous: false, scope: {}, language: 'en', timeSensitive: false, codeSymbols: [], focuses: [],
  standaloneQuestion: SECRET, confidence: 1,
};

const OUTCOME: TurnOutcome = {
  question: SECRET, answer: 'Under the tree [1].', evidence: [], citations: [], coverage: 1, confidence: 0.5, grade: 'HIGH', invalidRefs: 0,
  unsupported: [], isUngrounded: false, route: 'AGENTIC', rounds: 1, stopReason: 'answered', usage: { inputTokens: 9 },
};

const TURN: readonly TurnEvent[] = [
  { type: 'understood', profile: PROFILE, by: 'model', ms: 3.4 },
  { type: 'routed', route: 'AGENTIC', reason: 'not simple' },
  { type: 'round', round: 1, dialect: 'native' },
  { type: 'toolCalled', round: 1, tool: 'searchDocs', arguments: { query: SECRET } },
  { type: 'toolDone', round: 1, tool: 'searchDocs', arguments: { query: SECRET }, status: 'ok', found: 4, fresh: 3, ms: 7.6 },
  { type: 'roundEnded', round: 1, fresh: 3, cumulative: 3, ms: 20, usage: { outputTokens: 5 } },
  { type: 'gathered', rounds: 1, passages: 3, stop: 'enough' },
  { type: 'evidence', evidence: [], grade: 'HIGH', counts: { docs: 3, code: 0, web: 0, memory: 0 } },
  { type: 'answering', model: 'm', notice: undefined },
  { type: 'delta', text: 'Under ' },
  { type: 'delta', text: 'the tree [1].' },
  { type: 'ended', outcome: OUTCOME },
];

test('the record of a turn shows each step, each call with its arguments and its yield, and how it ended', () => {
  const trace = new TurnTrace('t1');
  const records = TURN.flatMap((event, at) => trace.record(event, at * 10));
  expect(records.map(({ event }) => event)).toEqual([
    'understand', 'route', 'round', 'tool', 'toolResult', 'roundEnd', 'gather', 'finalize', 'answer', 'firstText', 'cite', 'end',
  ]);
  expect(records[4]).toEqual({
    turn: 't1', atMs: 40, event: 'toolResult', round: 1, tool: 'searchDocs', arguments: { query: SECRET }, status: 'ok', found: 4, fresh: 3, ms: 8,
  });
  expect(records.at(-1)).toMatchObject({ event: 'end', route: 'AGENTIC', rounds: 1, usage: { inputTokens: 9 } });
});

test('the end of a record tells what the turn recovered from, on one line', () => {
  const trace = new TurnTrace('t1', { hasContent: false });
  const recovered: TurnEvent = { type: 'recovered', during: 'answer', failure: 'RATE_LIMIT', action: 'retry', result: 'ok', message: SECRET, ms: 500 };
  const records = [recovered, ...TURN].flatMap((event, at) => trace.record(event, at));
  expect(records.at(-1)).toMatchObject({ event: 'end', trail: 'init → RATE_LIMIT → retry → ok' });
  expect(trace.failed(SECRET, new AssistantError('model.unreachable', 'No.'), 20)).toMatchObject({ trail: 'init → RATE_LIMIT → retry → ok' });
});

test('a record without content says how long things were, and nothing of what they said', () => {
  const trace = new TurnTrace('t1', { hasContent: false });
  const records = TURN.flatMap((event, at) => trace.record(event, at));
  expect(JSON.stringify(records)).not.toMatch(/treasure|tree/);
  expect(records.at(-1)).toMatchObject({ event: 'end', question: `[${SECRET.length} characters]`, rounds: 1 });
});

test('a record without content names no page that was found, and no tool that is none', () => {
  const trace = new TurnTrace('t1', { hasContent: false });
  const url = 'https://example.org/treasure';
  const page: Citation = {
    n: 1, path: url, origin: { kind: 'web', url, retrievedAt: '2026-01-01' }, headings: ['The tree'], span: { start: 0, end: 1, startLine: 1, endLine: 1 },
    check: 'verified', quote: 'Under the tree.',
  };
  const events: readonly TurnEvent[] = [
    { type: 'toolCalled', round: 1, tool: 'dig where the treasure is', arguments: {} },
    { type: 'ended', outcome: { ...OUTCOME, citations: [page] } },
  ];
  const records = events.flatMap((event) => trace.record(event, 0));
  expect(JSON.stringify(records)).not.toMatch(/treasure|tree/);
  expect(records[1]).toMatchObject({ event: 'cite', citations: [{ n: 1, check: 'verified', origin: { kind: 'web' } }] });
});

test('a turn that failed ends with why; without content, with what kind of failure it was', () => {
  const error = new AssistantError('model.unreachable', `Nobody answers "${SECRET}".`);
  expect(new TurnTrace('t1').failed(SECRET, error, 1.6)).toEqual({
    turn: 't1', atMs: 2, event: 'end', question: SECRET, stopReason: 'failed', code: 'model.unreachable', message: error.message,
  });
  const bare = new TurnTrace('t1', { hasContent: false }).failed(SECRET, error, 0);
  expect(bare).toMatchObject({ event: 'end', code: 'model.unreachable', question: '[29 characters]' });
  expect(JSON.stringify(bare)).not.toContain('treasure');
});
