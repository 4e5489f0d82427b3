import { expect, test } from 'vitest';
import { queryShape } from '../../../src/retrieval/queryShape';

const CASES: readonly (readonly [string, ReturnType<typeof queryShape>])[] = [
  ['how do I configure retries?', 'prose'],
  ['configuration', 'prose'],
  ['FooBar', 'identifier'],
  ['parseConfig', 'identifier'],
  ['max_retries', 'identifier'],
  ['queue.timeout', 'identifier'],
  ['src/app/main.ts', 'identifier'],
  ['--dry-run', 'identifier'],
  ['retry()', 'identifier'],
  ['ERR42', 'identifier'],
  ['What does parseConfig return?', 'prose'],
  ['如何配置重试', 'cjk'],
  ['JWT 令牌多久过期', 'cjk'],
  ['設定ファイルを読み込む', 'cjk'],
];

test.each(CASES)('%s is %s', (query, shape) => {
  expect(queryShape(query)).toBe(shape);
});
