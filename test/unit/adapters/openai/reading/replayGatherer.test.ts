import { expect, test } from 'vitest';
import { ReplayGatherer } from '../../../../../src/adapters/openai/reading/replayGatherer';

function gather(...pieces: Readonly<Record<string, unknown>>[]): Readonly<Record<string, unknown>> {
  const gatherer = new ReplayGatherer();
  pieces.forEach((piece) => { gatherer.add(piece); });
  return gatherer.end();
}

test('texts grow, other fields are replaced', () => {
  expect(gather({ reasoning: 'Let ' }, { reasoning: 'me see', extra_content: { a: 1 } }, { extra_content: { a: 2 } })).toEqual({ reasoning: 'Let me see', extra_content: { a: 2 } });
});

test('entries of a list grow by their number, and keep their signature', () => {
  const text = (words: string, index = 0) => ({ reasoning_details: [{ type: 'reasoning.text', text: words, index }] });
  expect(gather(text('Let '), text('me'), { reasoning_details: [{ type: 'reasoning.text', index: 0, signature: 's' }] }, text('see', 1))).toEqual({
    reasoning_details: [
      { type: 'reasoning.text', text: 'Let me', index: 0, signature: 's' },
      { type: 'reasoning.text', text: 'see', index: 1 },
    ],
  });
});

test('entries without a number are all kept', () => {
  expect(gather({ reasoning_details: [{ text: 'a' }, 3] }, { reasoning_details: [{ text: 'b' }] })).toEqual({ reasoning_details: [{ text: 'a' }, 3, { text: 'b' }] });
});
