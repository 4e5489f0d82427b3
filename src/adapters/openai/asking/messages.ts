import type { ChatMessage, ToolCall } from '../../../model/ports';
import { isObjectText } from '../fields';
import { replayFor } from '../replay';
import type { Refusable } from './refusalMemory';

/** A message as it is sent. */
export interface BodyMessage {
  readonly role: ChatMessage['role'];
  readonly content: string | null;
  readonly tool_calls?: readonly BodyCall[];
  readonly tool_call_id?: string;
}

interface BodyCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** The messages as this model takes them. @param id - of the model: only what it sent itself is sent back. */
export function toBodyMessages(messages: readonly ChatMessage[], id: string, refused: ReadonlySet<Refusable>): readonly BodyMessage[] {
  const folded = refused.has('system') ? foldSystemMessages(messages) : messages;
  const told = refused.has('turns') ? inTurns(folded) : folded;
  return told.filter((message) => !isBlank(message)).map((message) => toBodyMessage(message, id, refused));
}

/** A model that said nothing and called nothing leaves nothing to send: most servers refuse such a message. */
function isBlank(message: ChatMessage): boolean {
  return message.role === 'assistant' && message.content === '' && (message.toolCalls ?? []).length === 0;
}

function toBodyMessage(message: ChatMessage, id: string, refused: ReadonlySet<Refusable>): BodyMessage {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.content };
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: message.content };
    case 'assistant': {
      const { content, toolCalls = [] } = message;
      if (toolCalls.length === 0) {
        return { role: 'assistant', content };
      }
      const replay = refused.has('replay') ? undefined : id;
      const nothing = refused.has('nullContent') ? '' : null;
      return {
        role: 'assistant',
        content: content === '' ? nothing : content,
        ...replayFor(message.replay, replay),
        tool_calls: toolCalls.map((call) => toBodyCall(call, replay)),
      };
    }
  }
}

/**
 * A call as it is sent back. Servers check again what they let through before: a name with other characters, or arguments that
 * are no JSON object, would make them refuse the whole conversation. What was wrong is said in the result of the call.
 */
function toBodyCall({ id, name, arguments: args, replay }: ToolCall, modelId: string | undefined): BodyCall {
  const sound = name.replace(/[^\w-]/g, '_').slice(0, 64) || 'unknown';
  return { id, type: 'function', function: { name: sound, arguments: isObjectText(args) ? args : '{}' }, ...replayFor(replay, modelId) };
}

/** Tells the calls and their results in words, and joins neighbours of one role: only the user and the assistant, by turns. */
function inTurns(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const names = new Map(messages.flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []) : [])).map(({ id, name }) => [id, name]));
  const joined: ChatMessage[] = [];
  for (const message of messages.map((each) => inWords(each, names)).filter((each) => !isBlank(each))) {
    const last = joined.at(-1);
    if (last?.role === message.role) {
      joined[joined.length - 1] = { role: message.role, content: `${last.content}\n\n${message.content}` };
    } else {
      joined.push(message);
    }
  }
  return joined;
}

type Spoken = Exclude<ChatMessage, { role: 'tool' }>;

function inWords(message: ChatMessage, names: ReadonlyMap<string, string>): Spoken {
  if (message.role === 'tool') {
    return { role: 'user', content: `Result of ${names.get(message.callId) ?? 'the tool'}:\n${message.content}` };
  }
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  const told = calls.map(({ name, arguments: args }) => `Call ${name} with ${args}`);
  return { role: message.role, content: [message.content, ...told].filter((part) => part !== '').join('\n') };
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
