import { expect, test } from 'vitest';
import type { Intent, QueryProfile } from '../../../src/model/profile';
import { answerCourtesy } from '../../../src/understanding/courtesy';

function answer(intent: Intent, language: 'en' | 'zh', standaloneQuestion: string): string | undefined {
  const profile: QueryProfile = {
    intent, language, standaloneQuestion, complexity: 'SIMPLE', ambiguous: false, scope: {}, timeSensitive: false, codeSymbols: [], focuses: [], confidence: 1,
  };
  return answerCourtesy(profile);
}

test('a greeting is answered in its language, thanks as thanks', () => {
  expect(answer('greeting', 'en', 'hello')).toContain('Hello');
  expect(answer('greeting', 'zh', '你好')).toContain('你好');
  expect(answer('greeting', 'en', 'thanks a lot')).toContain('welcome');
  expect(answer('greeting', 'zh', '谢谢')).toContain('不客气');
});

test('what can be asked is told in the language of the question, without a citation', () => {
  for (const [language, question, word] of [['en', 'What can you do?', 'Compare'], ['zh', '你能做什么', '对比']] as const) {
    const text = answer('capabilities', language, question) ?? '';
    expect(text).toContain(word);
    expect(text).not.toMatch(/\[\d+\]/);
  }
});

test('what needs a document is not answered', () => {
  expect(answer('question', 'en', 'hello world')).toBeUndefined();
});
