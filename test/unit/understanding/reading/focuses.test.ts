import { expect, test } from 'vitest';
import { readFocuses } from '../../../../src/understanding/reading/focuses';
import { maskLiterals } from '../../../../src/understanding/reading/literals';

function check(question: string, expected: readonly string[]) {
  expect(readFocuses(question, maskLiterals(question)), question).toEqual(expected);
}

test('the things that are compared are told apart, in English', () => {
  check('Redis vs Memcached', ['Redis', 'Memcached']);
  check('redis vs. memcached for sessions', ['redis', 'memcached']);
  check('npm vs yarn vs pnpm', ['npm', 'yarn', 'pnpm']);
  check('Should I use Redis vs Memcached?', ['Redis', 'Memcached']);
  check('What is the difference between the static tier and the semantic tier?', ['static tier', 'semantic tier']);
  check('difference between `foo` and `bar`', ['foo', 'bar']);
  check('Compare npm, yarn, and pnpm', ['npm', 'yarn', 'pnpm']);
  check('Please compare how Redis and Memcached handle eviction.', ['Redis', 'Memcached']);
  check('How does searchDocs differ from keywordSearch?', ['searchDocs', 'keywordSearch']);
  check('How is fast mode different from strict mode?', ['fast mode', 'strict mode']);
  check('How do chunks and passages differ?', ['chunks', 'passages']);
  check('Is MiniLM better than the static table for code?', ['MiniLM', 'static table']);
  check('Which is faster, the static table or MiniLM?', ['static table', 'MiniLM']);
  check('Does it run on both Windows and Linux?', ['Windows', 'Linux']);
  check('Do the editor and the command line both read it?', ['editor', 'command line']);
  check('Which is read first, the workspace file or the user file?', ['workspace file', 'user file']);
  check('What do stars and dots have in common?', ['stars', 'dots']);
  check('Compare files "a.txt" and "b.txt", and print the result', ['files a.txt', 'b.txt']);
  check('What do maxRounds, topK and timeoutMs default to, respectively?', ['maxRounds', 'topK', 'timeoutMs']);
});

test('the things that are compared are told apart, in Chinese', () => {
  check('Redis 和 Memcached 的区别', ['Redis', 'Memcached']);
  check('Redis和Memcached有什么区别？', ['Redis', 'Memcached']);
  check('请问向量检索与关键词检索有什么不同？', ['向量检索', '关键词检索']);
  check('Redis 和 Memcached 在持久化方面的区别是什么', ['Redis', 'Memcached']);
  check('MySQL的索引和PostgreSQL的索引有什么区别', ['MySQL的索引', 'PostgreSQL的索引']);
  check('对比一下 npm、yarn 和 pnpm', ['npm', 'yarn', 'pnpm']);
  check('请比较同步与异步的优缺点', ['同步', '异步']);
  check('静态表和 MiniLM 哪个更快？', ['静态表', 'MiniLM']);
  check('maxRounds 和 timeoutMs 的默认值分别是多少？', ['maxRounds', 'timeoutMs 的默认值']);
  check('分别介绍 indexer 和 retriever', ['indexer', 'retriever']);
  check('编辑器和命令行都支持吗？', ['编辑器', '命令行']);
  check('静态表和 MiniLM 的异同', ['静态表', 'MiniLM']);
  check('校验和与哈希的区别', ['校验和', '哈希']);
  check('“快速”和“严格”模式的差别', ['快速', '严格模式']);
  check('Redis vs Memcached 怎么选', ['Redis', 'Memcached']);
});

test('the parts of a question are its focuses where nothing is compared', () => {
  check('What is a chunk? How long may it be?', ['What is a chunk?', 'How long may it be?']);
  check('什么是片段？最长多少？', ['什么是片段？', '最长多少？']);
  check('Please answer:\n1. Where is the index kept\n2. Who writes it', ['Where is the index kept', 'Who writes it']);
  check('请说明：（1）索引放在哪里；（2）谁来写入', ['索引放在哪里', '谁来写入']);
});

test('a question about one thing has none', () => {
  for (const question of ['What is a chunk?', 'Where are postings kept and read?', '怎么配置模型？', 'What is the difference?', '有什么区别', 'compare', '对比', '']) {
    check(question, []);
  }
});
