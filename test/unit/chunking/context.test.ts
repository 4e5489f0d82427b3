import fc from 'fast-check';
import { expect, test } from 'vitest';
import { embeddingText } from '../../../src/chunking/context';
import { estimateTokens } from '../../../src/chunking/estimateTokens';

test.each([
  [['Install', 'Linux'], 'Guide > Install > Linux\ntext'],
  [['Guide', 'Linux'], 'Guide > Linux\ntext'],
  [[], 'Guide\ntext'],
])('the trail %j stands before the text, the title once', (headings, expected) => {
  expect(embeddingText({ headings, text: '\n  text \n\n' }, 'Guide')).toBe(expected);
});

test('of a trail that is too long the innermost headings are kept', () => {
  const long = 'a rather long heading '.repeat(20).trim();
  expect(embeddingText({ headings: [long, 'Inner', 'Innermost'], text: 'text' }, 'Title')).toBe('Inner > Innermost\ntext');
});

test('the trail takes a bounded share whatever the headings', () => {
  fc.assert(fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 300 })), fc.string({ unit: 'binary', maxLength: 300 }), (headings, title) => {
    expect(estimateTokens(embeddingText({ headings, text: '' }, title))).toBeLessThan(70);
  }));
});
