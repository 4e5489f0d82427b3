import { detectLanguage } from '../util/language';

/** The answer where documents say nothing of a question and a program did: its output as it is, and that no document backs it. */
export function describeComputed(question: string, computed: readonly string[]): string {
  const longest = Math.max(2, ...Array.from(computed.join('\n').matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const lead = {
    en: 'Your documents say nothing about this; the calculation gave:',
    zh: '文档中没有相关内容；计算结果如下：',
  }[detectLanguage(question)];
  return [lead, ...computed.map((output) => `${fence}\n${output.trimEnd()}\n${fence}`)].join('\n\n');
}
