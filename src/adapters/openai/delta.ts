import type { Usage } from '../../model/answer';
import { fieldsOf, firstText } from './fields';

/** What one payload of a chat stream adds. A whole, unstreamed answer is one delta. */
export interface Delta {
  /** Visible text, before `<think>` is taken out. */
  readonly text: string;
  /** True if the model was thinking: a sign of life that is not shown. */
  readonly isReasoning: boolean;
  /** Why the model stopped, in the words of the server. */
  readonly finish: string | undefined;
  readonly usage: Usage | undefined;
  /** The error that the server reports in place of an answer. */
  readonly error: unknown;
}

/** Reads a payload of any server. What is missing or of another shape than expected adds nothing. */
export function readDelta(payload: unknown): Delta {
  const { choices, usage, error } = fieldsOf(Array.isArray(payload) ? payload[0] : payload);
  const choice = fieldsOf(Array.isArray(choices) ? choices[0] : undefined);
  const message = fieldsOf(choice.delta ?? choice.message);
  return {
    text: readContent(message.content) || (firstText(message.refusal) ?? ''),
    isReasoning: firstText(message.reasoning_content, message.reasoning) !== undefined,
    finish: firstText(choice.finish_reason),
    usage: readUsage(usage),
    error: error ?? undefined,
  };
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
