import type { Usage } from '../../../model/answer';
import { fieldsOf, firstText } from '../fields';

/** What one payload of a chat stream adds. A whole, unstreamed answer is one delta. */
export interface Delta {
  /** Visible text, before `<think>` is taken out. */
  readonly text: string;
  /** Calls of tools or pieces of them, as the server has them. */
  readonly calls: readonly unknown[];
  /** Fields that must be sent back with the message: reasoning, and signatures of it. */
  readonly replay: Readonly<Record<string, unknown>>;
  /** True if the model was thinking: a sign of life that is not shown. */
  readonly isThinking: boolean;
  /** Why the model stopped, in the words of the server. */
  readonly finish: string | undefined;
  readonly usage: Usage | undefined;
  /** The error that the server reports in place of an answer. */
  readonly error: unknown;
}

const REPLAY_FIELDS = ['reasoning_content', 'reasoning', 'reasoning_details', 'extra_content'] as const;

/** Reads a payload of any server. What is missing or of another shape than expected adds nothing. */
export function readDelta(payload: unknown): Delta {
  const { choices, usage, error } = fieldsOf(Array.isArray(payload) ? payload[0] : payload);
  const choice = fieldsOf(Array.isArray(choices) ? choices[0] : undefined);
  const message = fieldsOf(choice.delta ?? choice.message);
  const replay = Object.fromEntries(REPLAY_FIELDS.filter((name) => isGiven(message[name])).map((name) => [name, message[name]]));
  return {
    text: readContent(message.content) || (firstText(message.refusal) ?? ''),
    calls: readCalls(message),
    replay,
    isThinking: Object.keys(replay).length > 0 || (Array.isArray(message.content) && message.content.length > 0),
    finish: firstText(choice.finish_reason),
    usage: readUsage(usage),
    error: error ?? undefined,
  };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** `function_call` is what there was before `tool_calls`: one call, without an id. */
function readCalls({ tool_calls: calls, function_call: old }: Readonly<Record<string, unknown>>): readonly unknown[] {
  if (Array.isArray(calls) && calls.length > 0) {
    return calls;
  }
  return isGiven(old) ? [{ function: old }] : [];
}

/** Text, or the text parts of a list of parts (thinking parts are among them). */
function readContent(content: unknown): string {
  if (!Array.isArray(content)) {
    return firstText(content) ?? '';
  }
  return content
    .map(fieldsOf)
    .map((part) => (part.type === 'text' ? (firstText(part.text) ?? '') : ''))
    .join('');
}

function readUsage(usage: unknown): Usage | undefined {
  const { prompt_tokens: input, completion_tokens: output } = fieldsOf(usage);
  if (typeof input !== 'number' && typeof output !== 'number') {
    return undefined;
  }
  return {
    ...(typeof input === 'number' && { inputTokens: input }),
    ...(typeof output === 'number' && { outputTokens: output }),
  };
}
