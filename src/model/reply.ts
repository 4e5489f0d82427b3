import type { Usage } from './answer';
import { AssistantError } from './errors';
import type { ChatModel, ChatRequest, FinishReason, ReplayFields, ToolCall } from './ports';

/** One whole response of a model. */
export interface Reply {
  readonly text: string;
  /** In the order in which they were made. */
  readonly calls: readonly ToolCall[];
  readonly replay?: ReplayFields;
  readonly usage: Usage;
  readonly finish?: FinishReason;
}

/** A longer reply is none: the model does not stop. In UTF-16 units. */
const MAX_REPLY = 30_000;

/**
 * Lets a model write one whole response that a program reads.
 * @throws AssistantError model.*, cancelled; model.badResponse if it does not stop.
 */
export async function readReply(model: ChatModel, request: ChatRequest, signal: AbortSignal): Promise<Reply> {
  let reply: Reply = { text: '', calls: [], usage: {} };
  for await (const event of model.stream(request, signal)) {
    switch (event.type) {
      case 'text':
        reply = { ...reply, text: reply.text + event.text };
        break;
      case 'toolCalls':
        reply = { ...reply, calls: event.calls, ...(event.replay === undefined ? {} : { replay: event.replay }) };
        break;
      case 'usage':
        reply = { ...reply, usage: event.usage };
        break;
      case 'finish':
        reply = { ...reply, finish: event.reason };
        break;
    }
    if (reply.text.length > MAX_REPLY) {
      throw new AssistantError('model.badResponse', `${model.name} did not come to an end. Ask again, or choose another model.`);
    }
  }
  return reply;
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
