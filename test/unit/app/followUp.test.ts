import { expect, test } from 'vitest';
import { ChatController } from '../../../src/app/chatController';
import type { ChatHistory } from '../../../src/app/chatHistory';
import { EMPTY_HISTORY, parseHistory } from '../../../src/app/chatHistory';
import { untranslated } from '../../../src/app/translate';
import type { Evidence } from '../../../src/model/evidence';

const SPAN = { start: 0, end: 1, startLine: 1, endLine: 1 };
const evidence = (n: number): Evidence => ({
  n, passage: { path: `${n}.md`, kind: 'text', headings: [], span: SPAN, text: 'x', key: 'x', score: 1, ranks: {} },
});

/** A chat whose turns find passage 1, then 2, then 3 …; the turns that each was asked after, by the numbers of their evidence. */
function setUp(history: ChatHistory = EMPTY_HISTORY) {
  const asked: (readonly number[])[] = [];
  let saved = history;
  let ids = history.turns.length;
  const unused = async () => Promise.reject(new Error('not used'));
  const chat = new ChatController(
    {
      answer: async function* ({ context }) {
        asked.push(context.history.flatMap((turn) => turn.evidence.map(({ n }) => n)));
        yield { type: 'evidence', evidence: [evidence(asked.length)], grade: 'HIGH', counts: { docs: 1, code: 0, web: 0, memory: 0 } };
      },
      post: () => undefined,
      save: (next) => { saved = next; },
      warn: (message) => { throw new Error(message); },
      newId: () => { ids += 1; return `t${ids}`; },
      readText: unused, whereIs: unused, reveal: unused, copy: unused, remember: unused, selected: () => undefined, date: () => '', openLink: unused, setUpModel: unused, showIndexReport: unused,
      t: untranslated,
    },
    history,
  );
  const ask = async () => chat.handle({ type: 'ask', text: 'and then?' });
  return { chat, ask, asked, saved: () => saved };
}

test('a question is asked with the turns before it', async () => {
  const { ask, asked } = setUp();
  await ask();
  await ask();
  await ask();
  await ask();
  expect(asked).toEqual([[], [1], [1, 2], [1, 2, 3]]);
});

test('also after a reload, but not in a new chat', async () => {
  const first = setUp();
  await first.ask();
  const second = setUp(parseHistory(structuredClone(first.saved())));
  await second.ask();
  await second.chat.handle({ type: 'newChat' });
  await second.ask();
  expect(second.asked).toEqual([[1], []]);
});

test('asking again does not count what is asked again', async () => {
  const { chat, ask, asked } = setUp();
  await ask();
  await chat.handle({ type: 'retry', turnId: 't1' });
  expect(asked).toEqual([[], []]);
});
