import type { Usage } from '../../model/answer';
import { AssistantError } from '../../model/errors';
import type { ChatModel, ChatRequest } from '../../model/ports';
import { readReply } from '../../model/reply';
import type { Dialect } from './dialect';
import { native } from './native';
import { react } from './react';

/** What a trial found. */
export interface ProbeResult {
  /** Nothing where the trial itself failed, which says nothing of the model. */
  readonly dialect: Dialect | undefined;
  readonly usage: Usage;
}

const TOOL = {
  name: 'lookUpWord',
  description: 'Looks up a word in the list of this person, which nobody else knows.',
  parameters: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
} as const;

/** Enough for a model that thinks before it calls; one that does not writes thirty. */
const MAX_TOKENS = 1_000;

const REQUEST: ChatRequest = {
  messages: [{ role: 'user', content: 'Look up the word "lantern" in my list with the tool, and tell me what stands there.' }],
  temperature: 0,
  maxOutputTokens: MAX_TOKENS,
  tools: [TOOL],
};

/**
 * Finds out in one small call whether a model calls tools: it is offered one, and asked what only that tool knows.
 * @throws AssistantError cancelled.
 */
export async function probeDialect(model: ChatModel, signal: AbortSignal): Promise<ProbeResult> {
  try {
    const reply = await readReply(model, REQUEST, signal);
    const said = native.read(reply, { offers: REQUEST.tools ?? [], round: 0 });
    // One that thought until it was cut off was not done, and its server took the tool without a word.
    const canCall = said.calls.length > 0 || said.isMalformed || reply.finish === 'length';
    return { dialect: canCall ? native : react, usage: reply.usage };
  } catch (error) {
    // A trial that fails is no reason to fail the turn.
    if (signal.aborted || !(error instanceof AssistantError)) {
      throw error;
    }
    return { dialect: error.code === 'model.unsupported' ? react : undefined, usage: {} };
  }
}
