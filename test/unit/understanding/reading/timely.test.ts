import { expect, test } from 'vitest';
import { maskLiterals } from '../../../../src/understanding/reading/literals';
import { isTimely } from '../../../../src/understanding/reading/timely';

function check(expected: boolean, questions: readonly string[]) {
  for (const question of questions) {
    expect.soft(isTimely(maskLiterals(question)), question).toBe(expected);
  }
}

test('questions about now are seen', () => {
  check(true, [
    'What is the latest version of Node?',
    'Which is the current stable release?',
    'Is Node 18 still supported?',
    'What happened this week?',
    'As of today, which models are there?',
    'Node 的最新版本是什么？',
    '目前支持哪些模型？',
    '今年发布了什么？',
    '现在还支持 Node 18 吗？',
    '最近有什么更新？',
  ]);
});

test('words of time in names are not', () => {
  check(false, [
    'How do I get the current directory?',
    'What does currentUser return?',
    'Why pull image:latest?',
    'What does `latest` mean?',
    'What does today() return?',
    'How are recent files listed?',
    '当前目录怎么获取？',
    '当前用户存在哪里？',
    '最近邻搜索怎么实现？',
    '最近打开的文件存在哪里？',
    '现在怎么办',
  ]);
});
