import { expect, test } from 'vitest';
import { detectLanguage } from '../../../src/util/language';

test.each([
  ['How do I install it?', 'en'],
  ['如何安装？', 'zh'],
  ['怎么用 fetchOptions 设置 OpenAI client 的 timeout', 'zh'],
  ['`npm install --save-dev typescript eslint` 报错', 'zh'],
  ['What does the word 缓存 mean in these docs here?', 'en'],
  ['インストール方法は何ですか', 'en'],
  ['Wie installiere ich es?', 'en'],
  ['', 'en'],
])('%j is answered in %s', (question, language) => {
  expect(detectLanguage(question)).toBe(language);
});
