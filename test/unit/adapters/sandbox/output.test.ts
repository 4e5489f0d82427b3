import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Output } from '../../../../src/adapters/sandbox/output';

function printed(lines: readonly string[]): Output {
  const output = new Output();
  lines.forEach((line) => { output.add(line); });
  return output;
}

test('lines stand one below the other, an empty one too', () => {
  expect(printed(['a', '', 'b']).text).toBe('a\n\nb');
  expect(printed(['', 'b']).text).toBe('\nb');
});

test('output up to the limit is whole, one byte more is cut and marked', () => {
  expect(printed(['x'.repeat(8_000)])).toMatchObject({ text: 'x'.repeat(8_000), isTruncated: false });
  expect(printed(['x'.repeat(7_999), ''])).toMatchObject({ isTruncated: false });
  expect(printed(['x'.repeat(8_001)])).toMatchObject({ text: `${'x'.repeat(7_989)}[TRUNCATED]`, isTruncated: true });
});

test('any lines: at most 8 kB, whole characters, and the beginning of what was printed', () => {
  const line = fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => text.repeat(100));
  fc.assert(fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
    const { text, isTruncated } = printed(lines);
    const whole = lines.join('\n');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8_000);
    expect(isTruncated).toBe(Buffer.byteLength(whole) > 8_000);
    expect(whole.startsWith(text.replace(/\[TRUNCATED\]$/u, ''))).toBe(true);
  }));
});
