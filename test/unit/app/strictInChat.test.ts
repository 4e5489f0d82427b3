import { expect, test } from 'vitest';
import { ChatController } from '../../../src/app/chatController';
import { EMPTY_HISTORY } from '../../../src/app/chatHistory';
import type { DocumentIndex } from '../../../src/app/documentIndex';
import { untranslated } from '../../../src/app/translate';
import { runTurn } from '../../../src/app/turnRunner';
import type { Passage } from '../../../src/model/passage';
import { reduceView } from '../../../src/protocol/reduceView';
import type { ViewEvent } from '../../../src/protocol/viewEvent';
import { EMPTY_VIEW } from '../../../src/protocol/viewState';
import { TurnTrace } from '../../../src/trace/turnTrace';
import { createManualSchedule } from '../../support/manualSchedule';
import { turnDeps } from '../../support/turnDeps';
import { createScriptedModel } from '../../support/scriptedModel';

const TEXT = 'A failed job is tried 5 times.';
const PASSAGE: Passage = {
  path: 'jobs.md', kind: 'section', headings: [], text: TEXT, key: 'k', score: 0.9, similarity: 0.6, ranks: { keyword: 1 },
  span: { start: 0, end: TEXT.length, startLine: 1, endLine: 1 },
};

const unused = async () => Promise.reject(new Error('not used'));

const INDEX: DocumentIndex = {
  search: async () => ({ passages: [PASSAGE], tiers: ['keyword'], stale: [] }),
  readText: async () => TEXT,
  whereIs: async () => [],
  passagesOf: unused, findPaths: unused, relevanceTo: unused, sync: unused, report: unused, headings: unused, clear: unused, dispose: unused,
};

/** Asks in a chat, at the level `strict` or not, with a model that writes these replies. */
async function ask(replies: readonly string[], { isStrict = true, notice = undefined as string | undefined } = {}) {
  const events: ViewEvent[] = [];
  const trace: string[] = [];
  const model = createScriptedModel(replies.map((reply) => [reply]), 'm');
  const chat = new ChatController(
    {
      answer: async function* ({ question }, signal) {
        const record = new TurnTrace('t');
        const { schedule } = createManualSchedule();
        for await (const event of runTurn(question, turnDeps({ index: INDEX, model, schedule, nonce: 'N', options: { assurance: isStrict ? 'strict' : 'standard' } }), signal)) {
          trace.push(...record.record(event, 0).map((line) => line.event));
          yield event.type === 'answering' ? { ...event, notice } : event;
        }
      },
      post: (event) => { events.push(event); },
      save: () => undefined,
      warn: (message) => { throw new Error(message); },
      newId: () => 't1',
      readText: async () => TEXT,
      whereIs: async () => [],
      reveal: unused, copy: unused, remember: unused, selected: () => undefined, date: () => '', openLink: unused, setUpModel: unused, showIndexReport: unused,
      t: untranslated,
    },
    EMPTY_HISTORY,
  );
  await chat.handle({ type: 'ask', text: 'How often is a failed job tried?' });
  const [turn] = events.reduce(reduceView, EMPTY_VIEW).turns;
  return { turn: turn!, events, trace };
}

const WRONG = 'A failed job is tried 7 times [1].';
const CHANGES = '{"changes": [{"statement": 1, "text": "A failed job is tried 5 times [1]."}]}';

test('the first answer is shown as it comes; the corrected one takes its place and says so', async () => {
  const { turn, events } = await ask([WRONG, CHANGES]);
  expect(events.flatMap((event) => (event.type === 'answerDelta' ? [event.text] : [])).join('')).toBe(WRONG);
  expect(turn).toMatchObject({
    answer: 'A failed job is tried 5 times [1].',
    remark: 'Revised after checking: rewritten: “A failed job is tried 7 times.”.',
    end: { kind: 'answered' },
  });
  expect(turn.steps.map(({ label }) => label)).toEqual(expect.arrayContaining(['Checking 1 cited statements', 'Reconsidering 1 statements that their sources do not support']));
  expect(turn.sources[0]?.missing).toBeUndefined();
});

test('what stays in doubt is a mark on its source', async () => {
  const { turn } = await ask(['Jobs that fail make the keeper of the queue rather sad every single morning [1].', '{"verdicts": [{"statement": 1, "verdict": "not", "reason": "No keeper."}]}', 'Nothing to change.']);
  expect(turn.sources[0]?.missing).toEqual(['“Jobs that fail make the keeper of the queue rather sad every single morning.”']);
  expect(turn.remark).toBe('Not supported by the lines they cite, and marked: 1 of 1 statements.');
});

test('what was said of the answer beforehand is not lost', async () => {
  const { turn } = await ask([WRONG, CHANGES], { notice: 'A weak match.' });
  expect(turn.notice).toBe('A weak match.');
  expect(turn.remark).toMatch(/^Revised after checking/u);
});

test('the trace tells verdicts, reflection and revision', async () => {
  const { trace } = await ask([WRONG, CHANGES]);
  expect(trace).toEqual([
    'understand', 'route', 'tool', 'toolResult', 'finalize', 'answer', 'firstText', 'verify', 'verdicts', 'reconsider', 'revise', 'verdicts', 'cite', 'end',
  ]);
});

test('at the other levels the answer stands as it was written', async () => {
  const { turn, trace } = await ask([WRONG], { isStrict: false });
  expect(turn.answer).toBe(WRONG);
  expect([turn.notice, turn.remark]).toEqual([undefined, undefined]);
  expect(trace).not.toContain('verify');
});
