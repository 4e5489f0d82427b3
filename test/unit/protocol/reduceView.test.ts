import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reduceView } from '../../../src/protocol/reduceView';
import type { ViewEvent } from '../../../src/protocol/viewEvent';
import { EMPTY_VIEW, type ViewState } from '../../../src/protocol/viewState';

/** Few ids, so that events often meet a turn. */
const turnId = fc.constantFrom('a', 'b', 'c');
const text = fc.string({ maxLength: 8 });

const source = fc.record({
  n: fc.integer({ min: 1, max: 9 }), path: text, headings: fc.array(text, { maxLength: 2 }), startLine: fc.nat(9), endLine: fc.nat(9), text, cited: fc.boolean(),
});

const end = fc.oneof(
  fc.record({ kind: fc.constantFrom('answered' as const, 'nothingFound' as const, 'cancelled' as const) }),
  fc.record({ kind: fc.constant('failed' as const), code: text, message: text, retryable: fc.boolean() }),
);

const event: fc.Arbitrary<ViewEvent> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('turnStarted' as const), turnId, question: text }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('answerDelta' as const), turnId, text }) },
  fc.record({ type: fc.constant('answerRevised' as const), turnId, answer: text, remark: text }),
  fc.record({ type: fc.constant('remarked' as const), turnId, remark: text }),
  fc.record({ type: fc.constant('step' as const), turnId, step: fc.record({ label: text, done: fc.boolean() }) }),
  fc.record({ type: fc.constant('sources' as const), turnId, sources: fc.array(source, { maxLength: 3 }) }),
  fc.record({ type: fc.constant('sourceChecked' as const), turnId, n: fc.integer({ min: 1, max: 9 }), place: fc.record({ path: text, startLine: fc.nat(9), endLine: fc.nat(9), check: fc.constantFrom('verified' as const, 'gone' as const) }) }),
  fc.record({ type: fc.constant('answeredBy' as const), turnId, model: text, notice: text }, { requiredKeys: ['type', 'turnId'] }),
  fc.record({ type: fc.constant('turnEnded' as const), turnId, end }),
  fc.record({ type: fc.constant('turnRemoved' as const), turnId }),
  fc.record({ type: fc.constant('indexStatus' as const), status: fc.record({ kind: fc.constant('ready' as const), files: fc.nat(), passages: fc.nat(), failed: fc.nat() }) }),
  fc.record({ type: fc.constant('modelChanged' as const), model: text }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('suggestions' as const), suggestions: fc.array(text, { maxLength: 3 }) }),
);

function replay(events: readonly ViewEvent[], from: ViewState = EMPTY_VIEW): ViewState {
  return events.reduce(reduceView, from);
}

function check(events: readonly ViewEvent[], expected: Partial<ViewState>): void {
  expect(replay(events)).toMatchObject(expected);
}

const started: ViewEvent = { type: 'turnStarted', turnId: 'a', question: 'Why?' };

test('a corrected answer takes the place of what was told', () => {
  check([started, { type: 'answerDelta', turnId: 'a', text: 'Seven.' }, { type: 'answerRevised', turnId: 'a', answer: 'Five.', remark: 'Revised.' }], {
    turns: [expect.objectContaining({ answer: 'Five.', remark: 'Revised.' }) as never],
  });
});

test('a view that joins late by a snapshot holds what one that saw everything holds', () => {
  fc.assert(fc.property(fc.array(event, { maxLength: 30 }), fc.nat(30), (events, at) => {
    const snapshot: ViewEvent = { type: 'snapshot', state: replay(events.slice(0, at)) };
    const late = replay([snapshot, ...events.slice(at)], replay(events.slice(at)));
    expect(late).toEqual(replay(events));
  }));
});

test('the state survives the way through a message channel unchanged', () => {
  fc.assert(fc.property(fc.array(event, { maxLength: 30 }), (events) => {
    const state = replay(events);
    expect(JSON.parse(JSON.stringify(state))).toEqual(state);
  }));
});

test('no event changes the state that it is applied to', () => {
  fc.assert(fc.property(fc.array(event, { maxLength: 20 }), event, (events, next) => {
    const state = replay(events);
    const before = structuredClone(state);
    reduceView(state, next);
    expect(state).toEqual(before);
  }));
});

test('an event for a turn that is not there changes nothing', () => {
  check([started, { type: 'answerDelta', turnId: 'gone', text: 'lost' }], { turns: [{ id: 'a', question: 'Why?', steps: [], answer: '', sources: [] }] });
});

test('pieces of an answer are joined in order', () => {
  check([started, { type: 'answerDelta', turnId: 'a', text: 'Be' }, { type: 'answerDelta', turnId: 'a', text: 'cause [1]' }], { turns: [expect.objectContaining({ answer: 'Because [1]' })] });
});

test('a check changes the place of its source, and no other', () => {
  const sources = [1, 2].map((n) => ({ n, path: 'a.md', headings: [], startLine: 1, endLine: 2, text: 'x', cited: true }));
  const place = { path: 'b.md', startLine: 5, endLine: 6, check: 'moved' as const };
  check([started, { type: 'sources', turnId: 'a', sources }, { type: 'sourceChecked', turnId: 'a', n: 2, place }], {
    turns: [expect.objectContaining({ sources: [sources[0], { ...sources[1], ...place }] })],
  });
});

test('a new step finishes the one before, and the end of the turn the last', () => {
  const steps: ViewEvent[] = ['Searching', 'Reading'].map((label) => ({ type: 'step', turnId: 'a', step: { label, done: false } }));
  const labels = (done: boolean) => [{ label: 'Searching', done: true }, { label: 'Reading', done }];
  check([started, ...steps], { turns: [expect.objectContaining({ steps: labels(false) })] });
  check([started, ...steps, { type: 'turnEnded', turnId: 'a', end: { kind: 'answered' } }], { turns: [expect.objectContaining({ steps: labels(true) })] });
});

test('steps with names run side by side, are updated where they stand, and end when something else begins', () => {
  const step = (label: string, id?: string, done = false): ViewEvent => ({ type: 'step', turnId: 'a', step: { ...(id === undefined ? {} : { id }), label, done } });
  const calls = [started, step('Deciding'), step('One', '1'), step('Two', '2')];
  const shown = (events: ViewEvent[]) => replay(events).turns[0]?.steps.map(({ label, done }) => `${label}${done ? '' : ' …'}`);
  expect(shown(calls)).toEqual(['Deciding', 'One …', 'Two …']);
  expect(shown([...calls, step('One, 3 found', '1', true)])).toEqual(['Deciding', 'One, 3 found', 'Two …']);
  expect(shown([...calls, step('Asking')])).toEqual(['Deciding', 'One', 'Two', 'Asking …']);
});

test('a removed turn is gone, the others stay', () => {
  check([started, { type: 'turnStarted', turnId: 'b', question: 'How?' }, { type: 'turnRemoved', turnId: 'a' }], { turns: [expect.objectContaining({ id: 'b' })] });
});

test('where no model is set up any more the state names none', () => {
  expect(replay([{ type: 'modelChanged', model: 'm' }, { type: 'modelChanged' }])).toEqual(EMPTY_VIEW);
});
