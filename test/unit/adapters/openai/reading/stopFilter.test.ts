import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StopFilter } from '../../../../../src/adapters/openai/reading/stopFilter';

function filtered(pieces: readonly string[], stops: readonly string[]): { text: string; isHit: boolean } {
  const filter = new StopFilter(stops);
  const text = pieces.map((piece) => filter.push(piece)).join('') + filter.end();
  return { text, isHit: filter.isHit };
}

test.each<[string, string[], string, boolean]>([
  ['30 s<end> and more', ['<end>'], '30 s', true],
  ['30 s<en', ['<end>'], '30 s<en', false],
  ['<<end>', ['<end>'], '<', true],
  ['a<b>c', ['c', '<b>'], 'a', true],
  ['\u7b54\u6848\u3002\u3010\u5b8c\u3011\u591a', ['\u3010\u5b8c\u3011'], '\u7b54\u6848\u3002', true],
  ['aaab', ['aab'], 'a', true],
  ['text', [''], 'text', false],
  ['text', [], 'text', false],
])('%j with the stops %j ends as %j', (text, stops, expected, isHit) => {
  expect(filtered([text], stops)).toEqual({ text: expected, isHit });
  expect(filtered(text.split(''), stops)).toEqual({ text: expected, isHit });
});

test('text is shown as soon as it cannot be part of a stop', () => {
  const filter = new StopFilter(['<|END|>']);
  expect(['30 s <', '|EN', 'X|> ', 'ok'].map((piece) => filter.push(piece))).toEqual(['30 s ', '', '<|ENX|> ', 'ok']);
});

test('how the text is split makes no difference', () => {
  const soup = fc.array(fc.constantFrom('<end>', '<en', 'd>', '<', 'x', 'aab', 'aa', 'b'), { maxLength: 12 });
  fc.assert(
    fc.property(soup, fc.subarray(['<end>', 'aab', '<e']), (parts, stops) => {
      const text = parts.join('');
      const [first = text.length] = stops.map((stop) => text.indexOf(stop)).filter((at) => at >= 0).sort((a, b) => a - b);
      for (const pieces of [parts, [text], text.split('')]) {
        expect(filtered(pieces, stops).text).toBe(text.slice(0, first));
      }
    }),
  );
});
