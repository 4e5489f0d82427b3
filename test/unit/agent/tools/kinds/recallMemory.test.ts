import { expect, test } from 'vitest';
import type { Note } from '../../../../../src/model/conversation';
import type { Library } from '../../../../../src/retrieval/library';
import { columnsOf, lineStarts, spanOf } from '../../../../../src/util/lines';
import { allTools, EMPTY_LIBRARY, use } from '../support';

const note = (id: string, title: string, text: string): Note => ({ id, title, text, savedAt: '2026-01-01T00:00:00Z' });

const NOTES = [
  note('n1', 'Deployments', 'We deploy on Tuesdays, never on Fridays.'),
  note('n2', '代码风格', '我们决定使用四个空格缩进。'),
  note('n3', 'Long', `\n\n# First\n\n${'Cats and dogs are out of the question here. '.repeat(60)}\n\n# Second\n\nThe budget for tests is ten minutes.\n\n`),
  note('n4', 'Empty', '  \n'),
];

async function recall(query: string, { notes = NOTES, library = EMPTY_LIBRARY } = {}) {
  const result = await use(allTools({ library, notes: { list: async () => notes } }), 'recallMemory', { query });
  const passages = result.kind === 'ok' ? result.passages : [];
  for (const { origin, span, columns, text } of passages) {
    const whole = notes.find(({ id }) => origin?.kind === 'memory' && id === origin.noteId)?.text ?? '';
    expect(whole.slice(span.start, span.end)).toBe(text);
    expect(spanOf(lineStarts(whole), span.start, span.end)).toEqual(span);
    expect(columnsOf(whole, lineStarts(whole), span)).toEqual(columns);
  }
  return { result, titles: passages.map(({ path }) => path), passages };
}

test('the notes that say what is asked are found, in English and Chinese', async () => {
  expect((await recall('when do we deploy')).titles).toEqual(['Deployments']);
  expect((await recall('缩进 空格')).titles).toEqual(['代码风格']);
  expect((await recall('quantum chromodynamics')).titles).toEqual([]);
});

test('of a long note the part is found that says it', async () => {
  const { passages } = await recall('budget for tests');
  expect(passages[0]).toMatchObject({ path: 'Long', headings: ['Second'], text: '# Second\n\nThe budget for tests is ten minutes.' });
});

test('what a reranker says counts beside the words, and only so much is asked of it', async () => {
  const many = [...NOTES, ...Array.from({ length: 40 }, (_, at) => note(`m${at}`, `Memo ${at}`, `Memo about release ${at}.`))];
  let judged = 0;
  const library: Library = { ...EMPTY_LIBRARY, relevanceTo: async (_query, texts) => {
    judged = texts.length;
    return texts.map(({ text }) => (text.includes('Tuesdays') ? 0.9 : 0.01));
  } };
  const { passages, titles } = await recall('which weekday do we deploy', { notes: many, library });
  expect(judged).toBe(12);
  expect(titles[0]).toBe('Deployments');
  expect(passages[0]).toMatchObject({ relevance: 0.9 });
  expect(titles.length).toBeLessThanOrEqual(5);
});

test('where nothing was saved, the model is told', async () => {
  expect((await recall('anything', { notes: [] })).result).toMatchObject({ kind: 'ok', passages: [], text: 'No notes are saved.' });
});
