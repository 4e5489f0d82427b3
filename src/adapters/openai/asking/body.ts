import type { ChatRequest, ToolOffer } from '../../../model/ports';
import { toBodyMessages, type BodyMessage } from './messages';
import type { Refusable } from './refusalMemory';

/** The body of a chat call. Only what every server knows: no tool choice, no parallel calls, no strictness, no response format. */
export interface ChatBody {
  readonly model: string;
  readonly messages: readonly BodyMessage[];
  readonly stream: boolean;
  readonly stream_options?: { readonly include_usage: true };
  readonly temperature?: number;
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
  readonly stop?: readonly string[];
  readonly tools?: readonly BodyTool[];
}

interface BodyTool {
  readonly type: 'function';
  readonly function: ToolOffer;
}

/** More are refused by OpenAI. */
const MAX_STOPS = 4;

/** Whom a body is for. */
export interface Recipient {
  readonly model: string;
  /** Endpoint and model. */
  readonly id: string;
  readonly refused: ReadonlySet<Refusable>;
}

/** The body of a chat call without what this model has refused before. */
export function buildBody(request: ChatRequest, { model, id, refused }: Recipient): ChatBody {
  const { temperature, maxOutputTokens, stop = [], tools = [] } = request;
  const limit = (['max_tokens', 'max_completion_tokens'] as const).find((name) => !refused.has(name));
  const stream = !refused.has('stream');
  return {
    model,
    messages: toBodyMessages(request.messages, id, refused),
    stream,
    ...(stream && !refused.has('stream_options') && { stream_options: { include_usage: true } }),
    ...(temperature !== undefined && !refused.has('temperature') && { temperature }),
    ...(maxOutputTokens !== undefined && limit !== undefined && { [limit]: maxOutputTokens }),
    ...(stop.length > 0 && !refused.has('stop') && { stop: stop.slice(0, MAX_STOPS) }),
    ...(tools.length > 0 && { tools: tools.map((tool) => ({ type: 'function', function: tool })) }),
  };
}
