import { expect, test } from 'vitest';
import { termShare } from '../../../src/retrieval/relevance';

function check(query: string, text: string, share: number) {
  expect(termShare(query)(text)).toBeCloseTo(share, 2);
}

test('the share of what a question is about is counted without the words of asking', () => {
  check('Where is the lease?', 'A lease lasts.', 1);
  check('租约一般多久？', '租约为三十秒。', 1);
  check('租约和令牌', '租约为三十秒。', 0.5);
  check('What is it?', 'It is.', 0);
});

test('a Chinese word counts little where it could not be found: in a text without Chinese', () => {
  check('webhook 签名算法', 'A webhook is signed.', 1 / (1 + 2 * 0.3));
  check('webhook 签名算法', 'webhook 的请求', 1 / 3);
  check('签名算法', 'A webhook is signed.', 0);
});
