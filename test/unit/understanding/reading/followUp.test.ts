import { expect, test } from 'vitest';
import { isFollowUp } from '../../../../src/understanding/reading/followUp';
import { maskLiterals } from '../../../../src/understanding/reading/literals';

function check(expected: boolean, questions: readonly string[]) {
  for (const question of questions) {
    expect.soft(isFollowUp(maskLiterals(question)), question).toBe(expected);
  }
}

test('what needs the conversation is seen, in English', () => {
  check(true, [
    'and on Windows?',
    'What about macOS?',
    'how about with Docker?',
    'Why?',
    'why not?',
    'for example?',
    'tell me more',
    'Windows?',
    'on macOS?',
    'the second one',
    'What does the second option do?',
    'Is the latter faster?',
    'Where is the source you just cited?',
    'what is [3] about?',
    'How do I install it?',
    'Does it support streaming?',
    'Can they be combined?',
    'What is its default?',
    'Is this thread safe?',
    'How do I change that?',
    'And its timeout?',
    'same for Linux?',
    'does that also apply to notebooks?',
    'How do I install?',
    'Thanks! And on macOS?',
    'ok, why?',
  ]);
});

test('what needs the conversation is seen, in Chinese', () => {
  check(true, [
    '那 Windows 呢？',
    '那么在 macOS 上呢',
    'Windows 呢',
    '它支持吗',
    '它的默认值是多少？',
    '为什么？',
    '举个例子',
    '详细一点',
    '第二个怎么用？',
    '后者更快吗？',
    '刚才引用的来源在哪里？',
    '你说的参数在哪里设置？',
    '该函数在哪里定义？',
    '这个怎么改？',
    '两者有什么区别？',
    '还有别的办法吗？',
    '继续',
    '怎么安装？',
    '命令行里怎么开启？',
    '好的，那 Windows 呢？',
  ]);
});

test('what stands by itself is left alone, in English', () => {
  check(false, [
    'How do I install DocMind on Windows?',
    'How does the cache know when it expires?',
    'What is a chunk and how is it stored?',
    'Does DocMind keep its index on disk?',
    'Where does `foo` keep its state?',
    'What does this project do?',
    'What is in this repository?',
    'Is there a setting that disables indexing?',
    'the function that parses markdown',
    'Is it possible to index two folders?',
    'FooBar?',
    'android support',
    'Where is the second index kept on disk?',
    'Which files are skipped so that secrets stay local?',
    'How long is a retry delayed?',
    'other settings',
    'Print information about users and their processes',
  ]);
});

test('what stands by itself is left alone, in Chinese', () => {
  check(false, [
    '怎么在 Windows 上安装？',
    '缓存过期后它会被清除吗？',
    '这个项目是做什么的？',
    '这个仓库里有哪些模块？',
    '索引怎么重建？',
    '怎么重建索引文件？',
    '那个文件夹里有什么？',
    '索引保存在哪里',
    '第二个参数是什么意思？',
    '为什么索引很慢？',
    '如何举例说明接口用法？',
    '谁是第一个提交代码的人？',
    '问题实例的另一个术语是什么？',
    '远程索引这个名字是怎么来的？',
    '虽然索引保存在本地，它还会上传吗？',
  ]);
});
