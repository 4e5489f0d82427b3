import { expect, test } from 'vitest';
import { consentQuestion } from '../../../src/app/consentQuestion';
import { untranslated } from '../../../src/app/translate';

/** What the dialog shows of the detail: between what it does and how long it counts. */
function shown(detail: string): string {
  return consentQuestion('runCode', detail, untranslated).detail.split('\n\n').slice(1, -1).join('\n\n');
}

test('each use has its own question, and says what it does', () => {
  const web = consentQuestion('webSearch', 'deploy 部署', untranslated);
  expect(web.message).toContain('search the web');
  expect(web.detail).toContain('leave your machine:\n\ndeploy 部署\n\n');
  const code = consentQuestion('runCode', '1 + 1', untranslated);
  expect(code.message).toContain('run this program');
  expect(code.detail).toContain('no files and no network:\n\n1 + 1\n\n');
  expect(code.detail).toContain('until you reset');
});

const DETAILS: readonly (readonly [what: string, detail: string, expected: string])[] = [
  ['lines and tabs as they are', 'if (a)\r\n\tb()', 'if (a)\n\tb()'],
  ['text that would run backwards', 'a \u202e b', 'a \\u{202e} b'],
  ['text that has no width', 'ad\u200bmin\ufeff', 'ad\\u{200b}min\\u{feff}'],
  ['letters from the range of tags', 'x\u{e0041}', 'x\\u{e0041}'],
  ['control characters and half a character', 'a\u001b[2K\ud83d', 'a\\u{1b}[2K\\u{d83d}'],
  ['line breaks that are none to a reader', 'a\u2028b\rc', 'a\\u{2028}b\\u{d}c'],
];

test.each(DETAILS)('%s: what leaves or runs is seen as it is', (_, detail, expected) => {
  expect(shown(detail)).toBe(expected);
});

test('what does not fit is counted', () => {
  expect(shown('x'.repeat(1_500))).toBe('x'.repeat(1_500));
  expect(shown('x'.repeat(1_623))).toBe(`${'x'.repeat(1_500)}\n… and 123 more characters that are not shown`);
  expect(shown('a\n'.repeat(30))).toBe(`${'a\n'.repeat(20).trim()}\n… and 21 more characters that are not shown`);
});
