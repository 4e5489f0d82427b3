import { answerRules, type AnswerGround } from '../evidence/answerRules';
import { fenceSource, withoutNonce } from '../evidence/fence';
import type { ChatMessage } from '../model/ports';

/** The request that lets a model answer a question from evidence, with a citation after each statement. */
export function buildAnswerPrompt(ground: AnswerGround): ChatMessage[] {
  const { evidence, nonce } = ground;
  return [
    { role: 'system', content: answerRules(ground) },
    { role: 'user', content: [...evidence.map((entry) => fenceSource(entry, entry.passage.text, nonce)), ask(ground)].join('\n\n') },
  ];
}

/** The question comes last, where small models heed it most. */
function ask({ question, nonce }: AnswerGround): string {
  return `Question: ${withoutNonce(question, nonce)}`;
}
