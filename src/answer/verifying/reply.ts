import * as z from 'zod';
import type { Usage } from '../../model/answer';
import { AssistantError } from '../../model/errors';
import type { ChatMessage, ChatModel } from '../../model/ports';

/** A number as models write it: `3`, `"3"`, `"L3"`. */
export const numbered = z.union([z.int(), z.string().regex(/^\s*[A-Za-z]?\d{1,6}\s*$/).transform((text) => Number(text.replace(/\D/g, '')))]);

/** A longer reply is none: the model does not stop. In UTF-16 units. */
const MAX_REPLY = 30_000;

/**
 * Lets a model write one whole reply that a program reads.
 * @throws AssistantError model.*, cancelled; model.badResponse if it does not stop.
 */
export async function readReply(
  model: ChatModel,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly usage: Usage }> {
  let text = '';
  let usage: Usage = {};
  for await (const event of model.stream({ messages, temperature: 0 }, signal)) {
    if (event.type === 'usage') {
      usage = event.usage;
      continue;
    }
    text += event.text;
    if (text.length > MAX_REPLY) {
      throw new AssistantError('model.badResponse', `${model.name} did not come to an end while it checked the answer.`);
    }
  }
  return { text, usage };
}

/** Tokens of two calls together; what neither reported stays unknown. */
export function addUsage(a: Usage, b: Usage): Usage {
  const inputTokens = add(a.inputTokens, b.inputTokens);
  const outputTokens = add(a.outputTokens, b.outputTokens);
  return { ...(inputTokens === undefined ? {} : { inputTokens }), ...(outputTokens === undefined ? {} : { outputTokens }) };
}

function add(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);
}
