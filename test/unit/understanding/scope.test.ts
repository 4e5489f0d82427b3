import { expect, test } from 'vitest';
import type { QuestionContext } from '../../../src/model/conversation';
import { NO_CONTEXT } from '../../../src/model/conversation';
import type { SearchScope } from '../../../src/model/scope';
import { findPaths } from '../../../src/retrieval/findPaths';
import { maskLiterals } from '../../../src/understanding/reading/literals';
import { readScope } from '../../../src/understanding/scope';

const FILES = [
  'README.md', 'docs/README.md', 'docs/guide.md', 'docs/deep/guide.zh.md', 'docs/api/index.md', 'src/index.ts', 'src/agent/index.ts', 'src/agent/loop.ts',
  'src/cli/index.ts', 'src/host/index.ts', 'LICENSE',
];
const library = { findPaths: async (name: string, limit: number) => findPaths(name, FILES, limit) };

async function check(text: string, expected: SearchScope, { context = NO_CONTEXT, takesAll = false, proposed = [] as string[] } = {}) {
  expect.soft(await readScope({ text, bare: maskLiterals(text), takesAll, proposed }, context, library), text).toEqual(expected);
}

test('where to look is taken from what is said, in English', async () => {
  await check('How are retries done in docs/?', { paths: ['docs'] });
  await check('How are retries done in the docs folder?', { paths: ['docs'] });
  await check('What is exported in src/agent/loop.ts?', { paths: ['src/agent/loop.ts'] });
  await check('What is exported in `src/agent/loop.ts`?', { paths: ['src/agent/loop.ts'] });
  await check('errors under src/agent', { paths: ['src/agent'] });
  await check('How does @docs/guide.md explain retries?', { paths: ['docs/guide.md'] });
  await check('@src/agent how does the loop end?', { paths: ['src/agent'] });
  await check('What does loop.ts do in src/agent/loop.ts and in docs/guide.md', { paths: ['src/agent/loop.ts', 'docs/guide.md'] });
});

test('where to look is taken from what is said, in Chinese', async () => {
  await check('在 docs/ 里查一下重试', { paths: ['docs'] });
  await check('docs 目录下有哪些指南？', { paths: ['docs'] });
  await check('src/agent/loop.ts 中的上限是多少？', { paths: ['src/agent/loop.ts'] });
  await check('`docs/guide.md` 里怎么说？', { paths: ['docs/guide.md'] });
  await check('@docs/guide.md 讲了重试吗', { paths: ['docs/guide.md'] });
});

test('a file that is only spoken of does not narrow the search', async () => {
  await check('Who imports src/agent/loop.ts?', {});
  await check('谁引用了 src/agent/loop.ts？', {});
  await check('Is README.md indexed?', {});
});

test('a file that is to be summed up is the place', async () => {
  await check('Summarize docs/guide.md', { paths: ['docs/guide.md'] }, { takesAll: true });
  await check('总结 docs/guide.md', { paths: ['docs/guide.md'] }, { takesAll: true });
  await check('summarize README', { paths: ['README.md'] }, { takesAll: true });
});

test('what is not indexed, or means too much, is no place', async () => {
  await check('How is it done in lib/?', {});
  await check('What happens in e.g. Windows?', {});
  await check('What is exported in index.ts?', {});
  await check('Use @Injectable and @types/node', {});
  await check('mail me@docs.example', {});
  await check('in ../../etc/passwd', {});
});

test('mentions are places if they are indexed', async () => {
  const context: QuestionContext = { history: [], mentions: ['docs/guide.md', 'src/agent', 'gone.md'] };
  await check('retries?', { paths: ['docs/guide.md', 'src/agent'] }, { context });
});

test('"this document" is the selected one', async () => {
  const context: QuestionContext = { history: [], selected: 'docs/guide.md' };
  await check('What does this document say about retries?', { paths: ['docs/guide.md'] }, { context });
  await check('这篇文档里怎么说重试？', { paths: ['docs/guide.md'] }, { context });
  await check('What are retries?', {}, { context });
});

test('a proposed path counts only where the person said it', async () => {
  await check('What does the guide in api say?', { paths: ['docs/api'] }, { proposed: ['docs/api', 'api', 'src/agent/loop.ts', '../../etc/passwd', '', 'a'] });
  await check('What are retries?', {}, { proposed: ['docs/guide.md', 'LICENSE'] });
});

test('code and documents are told apart where the person does', async () => {
  await check('How are retries explained in the docs?', { kinds: ['markdown', 'text'] });
  await check('according to the documentation, what is a chunk?', { kinds: ['markdown', 'text'] });
  await check('Where are retries done in the code?', { kinds: ['code'] });
  await check('文档里怎么说重试？', { kinds: ['markdown', 'text'] });
  await check('在代码中哪里实现了重试？', { kinds: ['code'] });
  await check('源码里怎么实现的？', { kinds: ['code'] });
});

test('words that merely look like it limit nothing', async () => {
  for (const question of [
    'What is shown in the code block?', 'Is it in the docs or in the code?', 'What is in the code of conduct?', 'Which colours are in the code lens?',
    '文档中心在哪里？', '文档怎么生成？', '代码块怎么显示？', '文档和代码有什么区别？',
  ]) {
    await check(question, {});
  }
});
