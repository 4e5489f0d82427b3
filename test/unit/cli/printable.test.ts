import { expect, test } from 'vitest';
import { printable } from '../../../src/cli/printable';

test('what a terminal would obey is shown; what it shows stays', () => {
  expect(printable('a\u001b[31mred\u001b]0;title\u0007\u007f\u009b2J')).toBe('a␛[31mred␛]0;title␇␡\ufffd2J');
  expect(printable('line\r\nnext\tcell\rover')).toBe('line\nnext\tcell␍over');
  expect(printable('é 部署 😀 \u00a0')).toBe('é 部署 😀 \u00a0');
});
