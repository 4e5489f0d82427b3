import { expect, test } from 'vitest';
import { maskLiterals } from '../../../../src/understanding/reading/literals';
import { readSignals } from '../../../../src/understanding/reading/signals';

function check(expected: 'compares' | 'asks several' | 'nothing', questions: readonly string[]) {
  for (const question of questions) {
    const { compares, asksSeveral } = readSignals(maskLiterals(question));
    expect.soft(compares ? 'compares' : asksSeveral ? 'asks several' : 'nothing', question).toBe(expected);
  }
}

test('comparisons are seen, in English', () => {
  check('compares', [
    'Compare Redis and Memcached',
    'Please compare the static tier with the semantic tier.',
    'Can you compare npm, yarn and pnpm?',
    'Redis vs Memcached',
    'redis vs. memcached for sessions',
    'SQLite versus Postgres',
    'DocMind in VS Code vs Cursor',
    'What is the difference between static and semantic search?',
    'How does searchDocs differ from keywordSearch?',
    'How is fast mode different from strict mode?',
    'How do the two tiers differ?',
    'What changed in v2 compared to v1?',
    'pros and cons of the extractive answerer',
    'Which is faster, the static table or MiniLM?',
    'Is MiniLM better than the static table?',
    'Is the difference between `foo` and `bar` documented?',
    'What do the two caches have in common?',
  ]);
});

test('comparisons are seen, in Chinese', () => {
  check('compares', [
    'Redis 和 Memcached 的区别',
    'Redis 与 Memcached 有什么区别？',
    '向量检索和关键词检索有什么不同？',
    '对比 Redis 和 Memcached',
    '请比较一下 npm 与 pnpm',
    'Redis 和 Memcached 的对比',
    'npm 和 pnpm 的比较',
    '静态表和 MiniLM 哪个更快？',
    'Redis 的优缺点是什么',
    '这两者的差异是什么？',
    '“快速”和“严格”模式的差别',
    'Redis vs Memcached 怎么选',
    '静态表和 MiniLM 的异同',
  ]);
});

test('several questions in one are seen', () => {
  check('asks several', [
    'What are the default and the maximum timeout, respectively?',
    'Does it run on both Windows and Linux?',
    'Do the editor and the command line both read it?',
    'Which is read first, the workspace file or the user file?',
    '编辑器和命令行都支持吗？',
    'Is the option available in both in the CLI and in the editor?',
    'What is a chunk? How long may it be?',
    '什么是片段？最长多少？',
    'Explain: 1) how files are read 2) how they are split',
    'Please answer:\n1. Where is the index kept?\n2. Who writes it',
    '请回答：①索引放在哪里 ②谁来写',
    '请说明：（1）索引放在哪里；（2）谁来写入',
    'maxRounds 和 timeoutMs 的默认值分别是多少？',
    '分别介绍 indexer 和 retriever',
  ]);
});

test('what merely looks like a comparison is none', () => {
  check('nothing', [
    'How do I install the VS Code extension?',
    'Does it work in VS Code?',
    'Where can I get it for VS 2022?',
    'How does compareTo work?',
    'Where is compareVersions defined?',
    'How do I compare two strings?',
    'Why does the compare function return null?',
    'What does the word versus mean?',
    'What does "Redis vs Memcached" in the log mean?',
    'Where is `a versus b` printed?',
    'How do I use a different model?',
    'Can I use a model different from the default?',
    'Which files are older than 30 days?',
    'Is a chunk ever longer than 500 tokens?',
    'What happens when the file is larger than 1 MB?',
    '为什么索引比较慢？',
    '比较函数在哪里定义？',
    '比较运算符怎么用？',
    '怎么调整图片的对比度？',
    '差异备份怎么配置？',
    '如何区别对待大文件和小文件？',
    '不同的模型怎么配置？',
    '什么是对比学习',
    '搜索时区分大小写吗？',
  ]);
});

test('what merely looks like several questions is one', () => {
  check('nothing', [
    'Do both work offline?',
    'Are both of them needed?',
    'What happens if it fails, stops or hangs?',
    '所有平台都支持吗？',
    'Why do both tests fail and hang?',
    'What happens on both sides and why?',
    '分别之后他们还联系吗',
    '我们分别时说了什么？',
    'Is this issue #1? ',
    'Really?? Does it work offline???',
    'It keeps files local, right? Where is the index?',
    'What does `a ? b : c` do? ',
    'What does https://example.org/?a=1&b=2? return',
    'What does the foo?.bar operator do?',
    'Which of them is true: see 1) and 2)',
    'What is new in 1.2 and 1.3?',
    'Why does step (1) fail?',
    'What does f(1) return?',
    'How do I upgrade from 1. to 2.?',
    '能用吗',
  ]);
});
