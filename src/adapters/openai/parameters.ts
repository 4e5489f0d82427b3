import type { ChatCompletionCreateParamsStreaming, ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { ChatMessage, ChatRequest } from '../../model/ports';
import type { Failure } from './failure';

/** What some servers and models refuse, though others need it. Each has a substitute, or can do without. */
export type Refusable = 'stream_options' | 'temperature' | 'max_tokens' | 'max_completion_tokens' | 'system';

/** The body of a chat call without what this model has refused before. */
export function buildBody(model: string, request: ChatRequest, refused: ReadonlySet<Refusable>): ChatCompletionCreateParamsStreaming {
  const { temperature, maxOutputTokens } = request;
  const limit = (['max_tokens', 'max_completion_tokens'] as const).find((name) => !refused.has(name));
  return {
    model,
    messages: (refused.has('system') ? foldSystemMessages(request.messages) : request.messages).map(toParameter),
    stream: true,
    ...(!refused.has('stream_options') && { stream_options: { include_usage: true } }),
    ...(temperature !== undefined && !refused.has('temperature') && { temperature }),
    ...(maxOutputTokens !== undefined && limit !== undefined && { [limit]: maxOutputTokens }),
  };
}

function toParameter(message: ChatMessage): ChatCompletionMessageParam {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.content };
    case 'assistant':
      return { role: 'assistant', content: message.content };
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: message.content };
  }
}

/** The part of `body` that the server refused, if the failure names one. */
export function refusedPart(failure: Failure, body: ChatCompletionCreateParamsStreaming): Refusable | undefined {
  // Chat templates refuse a system message with an exception, which some servers report as their own failure.
  const isRefusal = failure.status === 400 || failure.status === 422 || failure.status === 500;
  const hasSystem = body.messages.some((message) => message.role === 'system');
  if (!isRefusal) {
    return undefined;
  }
  if (hasSystem && /system (role|message|prompt)|'system'|"system"|role.{0,20}\bsystem\b/i.test(failure.words)) {
    return 'system';
  }
  const parameters = ['stream_options', 'temperature', 'max_tokens', 'max_completion_tokens'] as const;
  return parameters.find((name) => body[name] !== undefined && new RegExp(`\\b${name}\\b`).test(failure.words));
}

/** Puts what the system messages say at the head of the first message of the user. */
function foldSystemMessages(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const rules = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const others = messages.filter(({ role }) => role !== 'system');
  const first = others.findIndex(({ role }) => role === 'user');
  if (rules.length === 0 || first < 0) {
    return [...rules.map((content) => ({ role: 'user' as const, content })), ...others];
  }
  return others.map((message, index) =>
    index === first ? { ...message, content: [...rules, message.content].join('\n\n') } : message,
  );
}
