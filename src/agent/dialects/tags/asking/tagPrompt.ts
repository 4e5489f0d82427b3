import { answerRules } from '../../../../evidence/answerRules';
import { conversationRule, fenceSource, withoutNonce } from '../../../../evidence/fence';
import { commonScale } from '../../../../evidence/scale';
import type { Evidence, Grade } from '../../../../model/evidence';
import type { ChatMessage, ChatRequest } from '../../../../model/ports';
import type { KeptParts } from '../../../recovery/smallerRequest';
import { smallerRequest } from '../../../recovery/smallerRequest';
import type { Wording } from './wording';

/** What every request of one answer is made from. */
export interface PromptGround {
  readonly question: string;
  /** What was said before the question. */
  readonly conversation: string | undefined;
  readonly grade: Grade;
  readonly nonce: string;
  readonly wording: Wording;
}

/** What a request asks for, where the writing stands. */
export interface PromptState {
  /** By number, at least one. */
  readonly material: readonly Evidence[];
  readonly draft: string;
  /** What comes last. */
  readonly ask: string;
}

/**
 * A request for more of an answer, or for what the writing needs: the rules, the material in a place of its own, the answer so
 * far as the model's own words, and what is asked. Requests of one answer begin alike, so that servers need not read them anew.
 */
export function tagRequest(ground: PromptGround, state: PromptState, options: Omit<ChatRequest, 'messages'>): ChatRequest {
  const value = commonScale(state.material.map(({ passage }) => passage));
  const best = state.material.toSorted((a, b) => value(b.passage) - value(a.passage));
  return smallerRequest({
    history: ground.conversation === undefined || ground.conversation === '' ? [] : [ground.conversation],
    evidence: best.map(({ passage }) => passage.text),
    build: (kept) => ({ ...options, messages: messagesOf(ground, { ...state, material: best }, kept) }),
  });
}

function messagesOf(ground: PromptGround, { material, draft, ask }: PromptState, kept: KeptParts): ChatMessage[] {
  const { nonce, wording, question } = ground;
  const system = [answerRules({ ...ground, evidence: material }), wording.rules].join('\n\n');
  const sources = kept.evidence.flatMap(({ index, text }) => {
    const one = material[index];
    return one === undefined ? [] : [{ n: one.n, fenced: fenceSource(one, text, nonce) }];
  });
  const told = [
    ...kept.history.flatMap(({ text }) => [conversationRule(nonce), text]),
    wording.material,
    ...sources.toSorted((a, b) => a.n - b.n).map(({ fenced }) => fenced),
    `${wording.question}: ${withoutNonce(question, nonce)}`,
  ].join('\n\n');
  return draft === ''
    ? [{ role: 'system', content: system }, { role: 'user', content: `${told}\n\n${ask}` }]
    : [
        { role: 'system', content: system },
        { role: 'user', content: told },
        { role: 'assistant', content: withoutNonce(draft, nonce).toWellFormed() },
        { role: 'user', content: ask },
      ];
}
