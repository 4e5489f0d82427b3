import { expect, test } from 'vitest';
import { isNegated } from '../../../../src/answer/verifying/negation';

test('what is denied is told from what is stated, in English and Chinese', () => {
  for (const text of [
    'A job is not retried.', 'It never leaves the machine.', 'No token is needed.', "It doesn't wait.", 'It doesn’t wait.', 'Nothing is sent.',
    'Works without a key.', 'It cannot be undone.', '任务不会重试。', '令牌永不过期。', '没有默认值。', '无法撤销。', '无需密钥。', '禁止写入。', '请勿修改。',
  ]) {
    expect(isNegated(text), text).toBe(true);
  }
});

test('words that only look like a denial deny nothing', () => {
  for (const text of [
    'A job is retried.', 'It is kept in a notebook.', 'Not only jobs but also queues are kept.', 'No later than 5 s after the start.', 'Whether or not it fails is logged.',
    '任务会重试。', '不同的队列使用不同的端口。', '不仅支持作业，也支持队列。', '不过会重试。', '是否重试由配置决定。', '能不能重试由配置决定。', '未来的版本会支持。', '非常快。', '否则会重试。',
  ]) {
    expect(isNegated(text), text).toBe(false);
  }
});
