import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ReasoningFilter } from '../../../../../src/adapters/openai/reading/reasoningFilter';

function filtered(pieces: readonly string[]): string {
  const filter = new ReasoningFilter();
  return pieces.map((piece) => filter.push(piece)).join('') + filter.end();
}

test.each<[string, string, string]>([
  ['at the beginning', '<think>Is it 10?</think>\n\n30 s', '30 s'],
  ['after blank lines', '\n<think>Is it 10?</think>30 s', '\n30 s'],
  ['in the middle', '30 <think>or 10?</think>s', '30 s'],
  ['twice', '<think>a</think><think>b</think>30 s', '30 s'],
  ['in capitals', '<THINK>a</Think>30 s', '30 s'],
  ['that is empty', '<think>\n\n</think>\n\n30 s', '30 s'],
  ['that never ends', '<think>Is it 10? Or', ''],
  ['with tags inside', '<think>a <b> < </thin </think>30 s', '30 s'],
])('reasoning %s is not shown', (_name, text, expected) => {
  expect(filtered([text])).toBe(expected);
  expect(filtered(text.split(''))).toBe(expected);
});

test.each([
  'a < b and <thi',
  '<thinking> is another tag',
  'the tag `<think>` opens, `</think>` closes',
  'a closing </think> alone',
  'an opening <think> that is never closed',
  '<<think',
  '  indented',
])('"%s" merely looks like reasoning and is kept', (text) => {
  expect(filtered([text])).toBe(text);
  expect(filtered(text.split(''))).toBe(text);
});

test('text is shown as soon as it cannot be part of a tag', () => {
  const filter = new ReasoningFilter();
  expect(['30 <', 'b', '<thin', 'g>'].map((piece) => filter.push(piece))).toEqual(['30 ', '<b', '', '<thing>']);
});

const soup = fc.array(fc.constantFrom('<think>', '</think>', '<thi', 'nk>', '`', '<', ' ', '\n', 'word'), { maxLength: 12 });

test('how the text is split makes no difference', () => {
  fc.assert(
    fc.property(soup, (parts) => {
      const text = parts.join('');
      expect(filtered(parts)).toBe(filtered([text]));
      expect(filtered(text.split(''))).toBe(filtered([text]));
    }),
  );
});

test('text without an opening tag is never changed', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('</think>', '<thi', '<', '`', ' ', '\n', 'word>'), { maxLength: 12 }), (parts) => {
      expect(filtered(parts)).toBe(parts.join(''));
    }),
  );
});
