import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyChanges } from '../../../../src/answer/verifying/applyChanges';
import type { Change } from '../../../../src/answer/verifying/changes';
import { checkByText } from '../../../../src/answer/verifying/checkByText';
import { evidence } from './support';

const EVIDENCE = [evidence(1, 'Alpha.'), evidence(2, 'Beta.')];
const known = (n: number) => n <= 2;

/** Changes cited sentences of an answer by their place among them: words, or `null` to withdraw. */
function change(answer: string, changes: Readonly<Record<number, string | null>>) {
  const checks = checkByText(answer, EVIDENCE);
  const list = Object.entries(changes).flatMap(([at, text]): Change[] => {
    const of = checks[Number(at)];
    return of === undefined ? [] : [text === null ? { of } : { of, text }];
  });
  return applyChanges(answer, list, known);
}

test('a sentence is rewritten where it stands, and nothing else moves', () => {
  expect(change('First one [1]. Second one [2]! Third one [1].', { 1: 'Another one [1].' })).toEqual({
    text: 'First one [1]. Another one [1]. Third one [1].',
    revisions: [{ was: 'Second one!', now: 'Another one.' }],
  });
});

test('a withdrawn sentence leaves no gap', () => {
  const answer = 'First one [1]. Second one [2]. Third one [1].';
  expect(change(answer, { 0: null }).text).toBe('Second one [2]. Third one [1].');
  expect(change(answer, { 1: null }).text).toBe('First one [1]. Third one [1].');
  expect(change(answer, { 2: null }).text).toBe('First one [1]. Second one [2].');
  expect(change(answer, { 2: null }).revisions).toEqual([{ was: 'Third one.' }]);
});

test('an item, a row and a paragraph go as a whole', () => {
  const answer = 'Intro one [1].\n\n- first item [1]\n- second item [2]\n\nLast one [1].';
  expect(change(answer, { 1: null }).text).toBe('Intro one [1].\n\n- second item [2]\n\nLast one [1].');
  expect(change(answer, { 2: null }).text).toBe('Intro one [1].\n\n- first item [1]\n\nLast one [1].');
  expect(change(answer, { 1: null, 2: null }).text).toBe('Intro one [1].\n\nLast one [1].');
  expect(change(answer, { 0: null }).text).toBe('- first item [1]\n- second item [2]\n\nLast one [1].');
  expect(change('| a | b |\n|---|---|\n| one [1] | x |\n| two [2] | y |\n', { 0: null }).text).toBe('| a | b |\n|---|---|\n| two [2] | y |');
});

test('new words keep the form of the old ones: a bullet is not doubled, a row keeps its columns', () => {
  expect(change('- first item [1]\n- second item [2]', { 0: '- other item [1]' }).text).toBe('- other item [1]\n- second item [2]');
  const table = '| a | b |\n|---|---|\n| one [1] | x |';
  expect(change(table, { 0: '| uno [1] | y |' }).text).toContain('| uno [1] | y |');
  expect(change(table, { 0: '| uno [1] |' })).toEqual({ text: table, revisions: [] });
});

test('words that would break the answer are left out, and the old ones stay', () => {
  const answer = 'First one [1]. Second one [2].';
  for (const text of ['No citation.', 'Foreign citation [7].', '# Heading [1]', '```js [1]', `${'Long '.repeat(200)}[1].`, 'First one [1].']) {
    expect(change(answer, { 0: text }), text).toEqual({ text: answer, revisions: [] });
  }
  expect(change(answer, { 0: 'Two\n\nparagraphs [1].' }).text).toBe('Two paragraphs [1]. Second one [2].');
});

test('code, headings and sentences without citation stay as they are, whatever is changed', () => {
  const answer = '# Title\n\nUncited sentence here. Cited one [1].\n\n```\ncode [1]\n```\n\nAnother cited [2].\n';
  fc.assert(
    fc.property(fc.option(fc.string({ maxLength: 60 })), fc.option(fc.string({ maxLength: 60 })), (first, second) => {
      const { text } = change(answer, { 0: first, 1: second });
      expect(text).toContain('# Title\n\nUncited sentence here.');
      expect(text).toContain('```\ncode [1]\n```');
    }),
  );
});
