import { expect, test } from 'vitest';
import { EMPTY_HISTORY, parseHistory } from '../../../src/app/chatHistory';
import { AssistantError } from '../../../src/model/errors';
import type { TurnOutcome } from '../../../src/model/turn';
import { ANSWERED, FILE, OUTCOME, PASSAGE, setUp, until } from './chatSupport';

test('an answered question shows its answer, checked sources and finished steps', async () => {
  const { chat, view } = setUp();
  await chat.handle({ type: 'ask', text: 'limit?' });
  const [turn] = view().turns;
  expect(turn?.answer).toBe('Five [1].');
  expect(turn?.end).toEqual({ kind: 'answered' });
  expect(turn?.steps.every(({ done }) => done)).toBe(true);
  expect(turn?.sources).toEqual([expect.objectContaining({ n: 1, path: 'docs/retries.md', startLine: 3, cited: true, check: 'verified' })]);
});

test('the snapshot that answers ready is the state that the events made', async () => {
  const { chat, events, view } = setUp();
  await chat.handle({ type: 'ask', text: 'limit?' });
  const replayed = view();
  await chat.handle({ type: 'ready' });
  expect(events.at(-1)).toEqual({ type: 'snapshot', state: replayed });
});

test('an answer that nothing backs carries a warning', async () => {
  const { chat, view } = setUp({
    answer: async function* () { yield { type: 'ended', outcome: { ...OUTCOME, citations: [], isUngrounded: true } }; },
  });
  await chat.handle({ type: 'ask', text: 'limit?' });
  expect(view().turns[0]?.remark).toContain('Nothing in this answer');
});

test('before an answer stands why the model did not write it, after it why it breaks off', async () => {
  const trouble = 'The content filter withheld the answer.';
  const { chat, view } = setUp({
    answer: async function* () {
      yield { type: 'answering', model: undefined, notice: undefined, trouble };
      yield { type: 'ended', outcome: { ...OUTCOME, cutBy: 'length' } };
    },
  });
  await chat.handle({ type: 'ask', text: 'limit?' });
  expect(view().turns[0]?.notice).toMatch(/did not answer, so this is extracted from your documents: The content filter withheld the answer\.$/u);
  expect(view().turns[0]?.remark).toMatch(/^The answer breaks off: .* output limit/u);
});

test('a failure ends the turn with its message, and what was found stays', async () => {
  const { chat, view } = setUp({
    answer: async function* () {
      yield* ANSWERED.slice(0, 4);
      throw new AssistantError('model.unauthorized', 'Key refused.', { retryable: false });
    },
  });
  await chat.handle({ type: 'ask', text: 'limit?' });
  expect(view().turns[0]?.end).toEqual({ kind: 'failed', code: 'model.unauthorized', message: 'Key refused.', retryable: false });
  expect(view().turns[0]?.sources).toHaveLength(1);
});

test('stop ends the turn as cancelled and keeps what is shown', async () => {
  const { chat, view } = setUp({
    answer: async function* (_question, signal) {
      yield { type: 'delta', text: 'Half' };
      await until(signal);
      throw new AssistantError('cancelled', 'Stopped.');
    },
  });
  const asking = chat.handle({ type: 'ask', text: 'limit?' });
  await chat.handle({ type: 'stop' });
  await asking;
  expect(view().turns[0]).toMatchObject({ answer: 'Half', end: { kind: 'cancelled' } });
});

test('a second question waits for nobody: it is refused while one runs, and the person is told', async () => {
  let finish: () => unknown = () => undefined;
  const { chat, log, view } = setUp({
    answer: async function* () {
      await new Promise<void>((resolve) => { finish = resolve; });
      yield* ANSWERED;
    },
  });
  const first = chat.handle({ type: 'ask', text: 'one' });
  await chat.handle({ type: 'ask', text: 'two' });
  finish();
  await first;
  expect(view().turns.map(({ question }) => question)).toEqual(['one']);
  expect(log).toEqual(['warn One question at a time: wait for the answer, or stop it.']);
});

test('a citation opens its lines where they stand now', async () => {
  const { chat, log, view } = setUp({ readText: async () => `new first line\n${FILE}` });
  await chat.handle({ type: 'ask', text: 'limit?' });
  await chat.handle({ type: 'openCitation', turnId: 't1', n: 1, beside: true });
  expect(log).toEqual(['reveal docs/retries.md:4-4 beside']);
  expect(view().turns[0]?.sources[0]).toMatchObject({ check: 'moved', startLine: 4 });
});

test('a citation of a renamed file opens in the file that has taken its place, and is shown there', async () => {
  const files: Record<string, string> = { 'other.md': 'The limit was 5 tries.\n', 'guide/retries.md': `moved\n${FILE}` };
  const { chat, log, view } = setUp({ readText: async (path) => files[path], whereIs: async () => ['other.md', 'guide/retries.md'] });
  await chat.handle({ type: 'ask', text: 'limit?' });
  expect(view().turns[0]?.sources[0]).toMatchObject({ check: 'moved', path: 'guide/retries.md', startLine: 4 });
  files['docs/retries.md'] = 'Something else has this name now.\n';
  await chat.handle({ type: 'openCitation', turnId: 't1', n: 1 });
  expect(log).toEqual(['reveal guide/retries.md:4-4']);
});

test('hovering checks again, shows only what changed, and keeps it', async () => {
  let file = FILE;
  const { chat, log, events, saved } = setUp({ readText: async () => file });
  await chat.handle({ type: 'ask', text: 'limit?' });
  const before = events.length;
  await chat.handle({ type: 'checkCitation', turnId: 't1', n: 1 });
  expect(events).toHaveLength(before);
  file = FILE.replace('5', '6');
  await chat.handle({ type: 'checkCitation', turnId: 't1', n: 1 });
  expect(events.slice(before)).toEqual([
    { type: 'sourceChecked', turnId: 't1', n: 1, place: { path: 'docs/retries.md', startLine: 3, endLine: 3, check: 'changed' } },
  ]);
  expect(saved().turns[0]?.view.sources[0]?.check).toBe('changed');
  expect(log).toEqual([]);
});

test('a citation is checked once at a time, however often the pointer passes', async () => {
  let read = 0;
  let finish: () => unknown = () => undefined;
  const { chat } = setUp({ readText: async () => {
    read += 1;
    await new Promise<void>((resolve) => { finish = resolve; });
    return FILE;
  } });
  const asked = chat.handle({ type: 'ask', text: 'limit?' });
  await expect.poll(() => read).toBe(1);
  finish();
  await asked;
  const checks = [1, 2, 3].map(() => chat.handle({ type: 'checkCitation', turnId: 't1', n: 1 }));
  await expect.poll(() => read).toBe(2);
  finish();
  await Promise.all(checks);
  const last = chat.handle({ type: 'checkCitation', turnId: 't1', n: 1 });
  await expect.poll(() => read).toBe(3);
  finish();
  await last;
});

test('a citation of a web page opens the page and is not looked for in the workspace', async () => {
  const url = 'https://example.org/retries';
  const web = { ...PASSAGE, path: url, origin: { kind: 'web' as const, url, retrievedAt: '2026-01-01T00:00:00Z' } };
  const evidence = [{ n: 1, passage: web }];
  const outcome: TurnOutcome = { ...OUTCOME, evidence, citations: OUTCOME.citations.map((citation) => ({ ...citation, path: url })) };
  const { chat, log, view } = setUp({
    answer: async function* () {
      yield { type: 'evidence', evidence, grade: 'HIGH', counts: { docs: 0, code: 0, web: 1, memory: 0 } };
      yield { type: 'ended', outcome };
    },
    readText: () => Promise.reject(new Error('not in the workspace')),
  });
  await chat.handle({ type: 'ask', text: 'limit?' });
  await chat.handle({ type: 'checkCitation', turnId: 't1', n: 1 });
  await chat.handle({ type: 'openCitation', turnId: 't1', n: 1 });
  expect(log).toEqual([`link ${url}`]);
  expect(view().turns[0]?.sources[0]?.check).toBe('verified');
});

test('a note is a source that opens nothing', async () => {
  const note = { ...PASSAGE, path: 'Our limits', origin: { kind: 'memory' as const, noteId: '7' } };
  const outcome: TurnOutcome = { ...OUTCOME, evidence: [{ n: 1, passage: note }] };
  const { chat, log, view } = setUp({ answer: async function* () { yield { type: 'evidence', evidence: outcome.evidence, grade: 'HIGH', counts: { docs: 0, code: 0, web: 0, memory: 1 } }; yield { type: 'ended', outcome }; } });
  await chat.handle({ type: 'ask', text: 'limit?' });
  await chat.handle({ type: 'openCitation', turnId: 't1', n: 1 });
  expect(log).toEqual([]);
  expect(view().turns[0]?.sources[0]).toMatchObject({ origin: { kind: 'memory' }, text: 'The limit is 5 tries.' });
});

test('a question whose model failed is asked again without it, in the place of the failed turn', async () => {
  const asked: string[] = [];
  const { chat, view } = setUp({
    answer: async function* ({ question, usesModel }) {
      asked.push(`${question} ${usesModel ? 'model' : 'extract'}`);
      yield* usesModel ? ANSWERED.slice(0, 4) : ANSWERED;
    },
  });
  await chat.handle({ type: 'ask', text: 'limit?' });
  await chat.handle({ type: 'answerWithoutModel', turnId: 't1' });
  expect(asked).toEqual(['limit? model', 'limit? extract']);
  expect(view().turns.map(({ id, answer }) => [id, answer])).toEqual([['t2', 'Five [1].']]);
});

test('a citation of a deleted file says so and opens nothing', async () => {
  const { chat, log, view } = setUp({ readText: async () => undefined });
  await chat.handle({ type: 'ask', text: 'limit?' });
  await chat.handle({ type: 'openCitation', turnId: 't1', n: 1 });
  expect(log).toEqual(['warn docs/retries.md is no longer in the workspace.']);
  expect(view().turns[0]?.sources[0]?.check).toBe('gone');
});

test('a number that the turn does not have opens nothing', async () => {
  const { chat, log } = setUp();
  await chat.handle({ type: 'ask', text: 'limit?' });
  await chat.handle({ type: 'openCitation', turnId: 't1', n: 7 });
  await chat.handle({ type: 'openCitation', turnId: 'nobody', n: 1 });
  expect(log).toEqual([]);
});

test('what an intent could not do is told, not lost', async () => {
  const { chat, log } = setUp({ openLink: async () => { throw new Error('no browser'); } });
  await chat.handle({ type: 'openLink', href: 'https://x' });
  expect(log).toEqual(['warn Unexpected failure: no browser']);
});

test('copying an answer brings its cited sources along', async () => {
  const { chat, log } = setUp();
  await chat.handle({ type: 'ask', text: 'limit?' });
  await chat.handle({ type: 'copyAnswer', turnId: 't1' });
  expect(log).toEqual(['copy Five [1].\n\n[1] docs/retries.md:3-3']);
});

test('an answer is remembered as a note', async () => {
  const { chat, log } = setUp();
  await chat.handle({ type: 'ask', text: 'limit?' });
  await chat.handle({ type: 'rememberAnswer', turnId: 't1' });
  expect(log).toEqual(['remember limit?: Five.\n\n- docs/retries.md:3-3']);
});

test('retry asks the same question in place of the turn', async () => {
  const { chat, view } = setUp();
  await chat.handle({ type: 'ask', text: 'limit?' });
  await chat.handle({ type: 'retry', turnId: 't1' });
  expect(view().turns.map(({ id, question }) => `${id} ${question}`)).toEqual(['t2 limit?']);
});

test('a conversation survives being saved and loaded, citations included', async () => {
  const first = setUp();
  await first.chat.handle({ type: 'ask', text: 'limit?' });
  const second = setUp({}, parseHistory(structuredClone(first.saved())));
  expect(second.chat.state.turns).toEqual(first.chat.state.turns);
  await second.chat.handle({ type: 'openCitation', turnId: 't1', n: 1 });
  expect(second.log).toEqual(['reveal docs/retries.md:3-3']);
});

test('a turn that was running when the window closed is shown as stopped', () => {
  const history = parseHistory({ turns: [{ view: { id: 'a', question: 'q', steps: [], answer: 'Half', sources: [] }, evidence: [] }] });
  expect(setUp({}, history).chat.state.turns[0]?.end).toEqual({ kind: 'cancelled' });
});

test('a saved conversation that makes no sense is an empty one', () => {
  for (const raw of [undefined, null, 3, { turns: 'x' }, { turns: [{ view: {} }] }]) {
    expect(parseHistory(raw)).toEqual(EMPTY_HISTORY);
  }
});

test('a new chat ends the running turn, forgets all and takes the next question at once', async () => {
  let asked = 0;
  const { chat, view, saved } = setUp({
    answer: async function* (_question, signal) {
      asked += 1;
      if (asked === 1) {
        await until(signal);
      }
      yield* ANSWERED;
    },
  });
  const first = chat.handle({ type: 'ask', text: 'old' });
  await chat.handle({ type: 'newChat' });
  expect(saved()).toEqual(EMPTY_HISTORY);
  await chat.handle({ type: 'ask', text: 'new' });
  await first;
  expect(view().turns.map(({ question, answer }) => `${question}: ${answer}`)).toEqual(['new: Five [1].']);
});

test('what a turn finds after a new chat took its place is not kept', async () => {
  const { chat, log, saved } = setUp({
    answer: async function* (_question, signal) {
      await until(signal);
      yield* ANSWERED;
    },
  });
  const asking = chat.handle({ type: 'ask', text: 'old' });
  await chat.handle({ type: 'newChat' });
  await asking;
  await chat.handle({ type: 'openCitation', turnId: 't1', n: 1 });
  expect(log).toEqual([]);
  expect(saved()).toEqual(EMPTY_HISTORY);
});
