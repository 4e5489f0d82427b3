import { expect, test } from 'vitest';
import { describeComputed } from '../../../src/answer/computedOnly';

test('a result that no document backs is shown as it is, and said to be that', () => {
  expect(describeComputed('What is 6 times 7?', ['42\n'])).toBe('Your documents say nothing about this; the calculation gave:\n\n```\n42\n```');
  expect(describeComputed('六乘七是多少？', ['42'])).toContain('计算结果如下');
});

test('no output ends the fence that it stands in', () => {
  expect(describeComputed('?', ['```\n[1] [x](y)\n```']).split('\n').filter((line) => line === '````')).toHaveLength(2);
});
