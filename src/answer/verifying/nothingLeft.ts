import { splitBlocks } from '../../util/blocks';
import { splitSentences } from '../../util/sentences';
import type { Language } from '../../util/language';
import { detectLanguage } from '../../util/language';

const TEXTS: Readonly<Record<Language, string>> = {
  en: 'The documents that were found do not support what was first answered, so it was withdrawn.',
  zh: '找到的文档不支持最初的回答，因此已将其撤回。',
};

/** An answer of which everything was withdrawn says so, in the language of the question; any other is left alone. */
export function orNothingLeft(answer: string, question: string): string {
  const hasCode = splitBlocks(answer).some(({ kind }) => kind === 'code');
  const saysSomething = splitSentences(answer).some(({ isSubstantive }) => isSubstantive);
  return hasCode || saysSomething ? answer : TEXTS[detectLanguage(question)];
}
