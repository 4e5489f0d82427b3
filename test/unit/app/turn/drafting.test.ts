import { describe, expect, test } from 'vitest';
import { play, QUESTION } from './support';

describe('one document that is summed up', () => {
  const question = 'Summarize guide.md';

  test('is read whole, in its order, without a search', async () => {
    const { lines, outcome, model } = await play({ question, replies: [['It begins, is set up and used [1].']] });
    expect(lines).toEqual([
      'understood by rules', 'routed SELECTED_DOC', 'reading guide.md', expect.stringMatching(/^found \d/) as string, expect.stringMatching(/^evidence \[1\] guide\.md/) as string,
      'answering any', 'delta It begins, is set up and used [1].', 'ended answered',
    ]);
    expect(outcome).toMatchObject({ route: 'SELECTED_DOC', rounds: 0, grade: 'HIGH' });
    const asked = JSON.stringify(model.requests.at(-1)?.messages);
    const places = ['The guide begins here.', 'Run the installer.', 'Open the window.'].map((text) => asked.indexOf(text));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(Math.min(...places)).toBeGreaterThan(-1);
    expect(asked).not.toContain('A token lives');
  });

  test('is the selected one where none is named; in Chinese too', async () => {
    const { lines } = await play({ question: '总结一下这篇文档', context: { history: [], selected: 'zh/租约.md' }, replies: [['每 90 秒续期 [1]。']] });
    expect(lines).toContain('reading zh/租约.md');
    expect(lines.at(-1)).toBe('ended answered');
  });

  test('is quoted from where the model fails', async () => {
    const { lines, outcome } = await play({ question, replies: [[{ fail: 'model.contextOverflow' }]] });
    expect(lines).toContain('answer: CONTEXT_OVERFLOW → extract → ok');
    expect(outcome?.answer).toContain('The guide begins here. [1]');
  });

  test('that is not there is looked for in what is', async () => {
    const { lines } = await play({ question: 'Summarize it', context: { history: [], selected: 'gone.md' } });
    expect(lines.slice(2, 6)).toEqual(['reading gone.md', 'found 0', 'fell back to ONE_SHOT', 'searching Summarize it']);
  });
});

describe('the quick ways', () => {
  test.each([{ assurance: 'fast' }, { isAgentic: false }] as const)('a hard question is searched for once: %j', async (options) => {
    const { lines } = await play({ question: QUESTION, options, replies: options.assurance === 'fast' ? [['Ninety [1].']] : [['no JSON'], ['Ninety [1].']] });
    expect(lines).toContain('routed ONE_SHOT');
    expect(lines.some((line) => line.startsWith('round'))).toBe(false);
    expect(lines.at(-1)).toBe('ended answered');
  });

  test('at the level fast no call is made to understand', async () => {
    const { model } = await play({ question: QUESTION, options: { assurance: 'fast' }, replies: [['Ninety [1].']] });
    expect(model.requests).toHaveLength(1);
  });

  test('a greeting asks nobody', async () => {
    const { lines, model } = await play({ question: '你好' });
    expect(lines).toEqual(['understood by rules', expect.stringMatching(/^delta 你好/) as string, 'ended answered']);
    expect(model.requests).toEqual([]);
  });
});

test('every thing of a comparison is searched for by itself, and all of it is evidence', async () => {
  const { lines } = await play({ question: QUESTION, options: { assurance: 'fast' }, replies: [['Ninety [1].']] });
  expect(lines.filter((line) => line.startsWith('searching'))).toEqual([`searching ${QUESTION}`, 'searching retries', 'searching tokens']);
  expect(lines.find((line) => line.startsWith('evidence'))?.split(/ \[\d+\] /).slice(1).sort()).toEqual(['retries.md', 'tokens.md']);
});
