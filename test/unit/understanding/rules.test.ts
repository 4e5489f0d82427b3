import { expect, test } from 'vitest';
import type { QuestionContext } from '../../../src/model/conversation';
import { NO_CONTEXT } from '../../../src/model/conversation';
import { readAsked } from '../../../src/understanding/asked';
import { decideByRules } from '../../../src/understanding/rules';

/** A question and what rules make of it: its intent, `model` where they leave it to a model. */
function check(intent: string, questions: readonly string[], context: QuestionContext = NO_CONTEXT) {
  for (const question of questions) {
    expect.soft(decideByRules(readAsked(question), context)?.intent ?? 'model', question).toBe(intent);
  }
}

const TALK: QuestionContext = { history: [{ question: 'How do I install it on Linux?', answer: 'With npm.', evidence: [] }] };
const SELECTED: QuestionContext = { history: [], selected: 'docs/guide.md' };

test('courtesies need no model', () => {
  check('greeting', ['hi', 'Hello!', 'hey there', 'Good morning 👋', 'thanks', 'Thank you so much!', 'ok thanks', 'great, got it', '你好', '您好！', '早上好', '在吗？', '谢谢', '好的，谢谢你', '明白了', '再见']);
  check('capabilities', ['What can you do?', 'help', 'Who are you?', 'how do I use you?', 'What can I ask?', '你能做什么？', '你会什么', '你是谁？', '帮助', '可以问你什么问题？', '你好，你能做什么？']);
});

test('a greeting in front of a question, or in a name, is no greeting', () => {
  check('howTo', ['Hello! How do I install the extension?', '你好，怎么安装这个扩展？']);
  check('lookup', ['hello world example', 'help command', 'thanks file', 'goodbye handler']);
  check('model', ['help me understand the whole indexing pipeline']);
});

test('names, paths, quotations and errors are looked up as they are', () => {
  check('lookup', [
    'runTurn', 'EvidenceLedger', 'max_rounds', 'foo.bar()', '--no-cache', 'src/agent/loop.ts', './x.ts:12', 'C:\\temp\\a.txt', 'README.md', '@types/node',
    '"index is locked"', '“索引已锁定”', '`npm ci`', 'ERR_123', 'FooBar?',
  ]);
  check('lookup', ['runTurn', 'FooBar?', '`npm ci`'], TALK);
  check('troubleshoot', [
    "TypeError: Cannot read properties of undefined (reading 'x')", 'Error: ENOENT: no such file or directory', 'ENOENT: no such file', 'TS2345: Argument of type string',
    'fatal: not a git repository', 'npm ERR! code ELIFECYCLE', 'panic: runtime error: index out of range', '错误：索引已锁定', 'java.lang.NullPointerException: null\n  at Main.main(Main.java:3)',
  ]);
});

test('a few words are looked up', () => {
  check('lookup', ['retry policy', 'Redis', 'embedding cache size', '重试策略', '缓存']);
  check('model', ['retry policy and caching behaviour of the whole system', '为什么']);
});

test('single short factual questions need no model', () => {
  check('question', [
    'What is a chunk?', "What's the default timeout?", 'Where is the index kept?', 'Which port does the server use?', 'How many retries are there?', 'Is there a dark mode?',
    'Does DocMind support PDF?', 'What is the default port of the server?', 'Who wrote the parser?',
    '什么是片段？', '默认端口是多少？', '索引保存在哪里？', '支持 PDF 吗？', '重试次数的上限是多少', '最多可以循环几轮？', '这个仓库是做什么的', '请解释一下 MMR 的作用', '日志文件在哪里',
  ]);
  check('howTo', ['How do I install DocMind?', 'How can I change the model?', '怎么安装？', '如何配置代理？', '怎样在 Windows 上安装 DocMind？']);
});

test('what may take more than one search is left to a model', () => {
  check('model', [
    'Redis 和 Memcached 的区别',
    'Redis vs Memcached',
    'Compare the static tier with the semantic tier',
    'What is a chunk? How long may it be?',
    '负责用户认证模块的开发者是哪一年入职的',
    'X 的负责人在哪年入职？',
    'When did the developer who owns the auth module join?',
    'In which year did the author of the parser join?',
    'Why does the index rebuild after every restart?',
    '为什么每次重启都会重建索引？',
    'What happens if the model fails and the index is locked?',
    'How do I install it and then configure the proxy?',
    'Which settings are read by the functions that the loop calls?',
    'List all settings that affect search',
    '列出所有影响检索的设置',
    '安装之后怎么配置并且启用联网搜索？',
    'The build fails on Windows, what should I do?',
    'How do I add a tool, which files change?',
    '怎么新增一个工具，需要改哪些文件？',
    '怎么回事',
  ]);
});

test('a follow-up is left to a model', () => {
  check('model', ['and on Windows?', 'What about macOS?', 'Does it support streaming?', '那 Windows 呢？', '它支持吗', 'the second one', '为什么？', 'Windows?'], TALK);
  check('model', ['怎么安装？', 'How do I install?', '命令行里怎么开启？'], TALK);
  check('question', ['What is the default port?', '默认端口是多少？'], TALK);
});

test('summing up the selected document needs no model', () => {
  check('summarize', ['Summarize this', 'tl;dr', 'Give me an overview', 'What is this document about?', '总结一下', '这篇文档讲了什么？', '概括要点'], SELECTED);
  check('outline', ['Outline this document', 'Show me the table of contents', '列出大纲', '这个文档的结构'], SELECTED);
  check('question', ['Where is the summary built?', '摘要在哪里生成？'], SELECTED);
  check('model', ['Summarize the architecture', '总结一下'], NO_CONTEXT);
  check('model', ['Give me an overview of the retrieval pipeline', 'Summarize the retry section', '总结一下检索流程', '概括 docs/guide.md 和 README.md'], SELECTED);
  check('howTo', ['How do I get a summary?'], SELECTED);
  check('summarize', ['Summarize docs/guide.md', 'Please give me a short summary of docs/guide.md.', '总结 docs/guide.md', 'summarize README', '`docs/guide.md` 讲了什么？'], NO_CONTEXT);
});

test('commands are taken at their word', () => {
  check('summarize', ['/summarize', '/summarize docs/guide.md', '/总结 docs/guide.md']);
  check('compare', ['/compare Redis Memcached', '/compare npm, yarn and pnpm', '/对比 Redis 和 Memcached']);
  check('lookup', ['/find retry policy', '/查找 重试', '/etc/hosts', '/find vs']);
  check('capabilities', ['/help', '/find', '/compare']);
});
