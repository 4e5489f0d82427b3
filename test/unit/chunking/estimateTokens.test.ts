import { expect, test } from 'vitest';
import { estimateTokens } from '../../../src/chunking/estimateTokens';

/** Counted with the vocabulary of all-MiniLM-L6-v2, without its two marks. */
test.each([
  ['The default port is 8080 unless you set it in the configuration file.', 15],
  ['export async function createWorkspaceFiles(root: string): Promise<Files> {', 21],
  ['设置文件位于主目录', 9],
  ['sha256: 9ee11adf737960ff06123d5c4fba24d12c5b05ba', 32],
  ['설정 파일을 읽습니다', 15],
])('%j is estimated between its %i tokens less a quarter and twice as many', (text, tokens) => {
  expect(estimateTokens(text)).toBeGreaterThan(tokens * 0.75);
  expect(estimateTokens(text)).toBeLessThan(tokens * 2);
});

test('white space is nearly free, but not quite', () => {
  expect(estimateTokens(' '.repeat(64))).toBe(1);
  expect(estimateTokens('\n')).toBeLessThan(0.1);
});
