import type { Failure } from '../failure';
import type { ChatBody } from './body';
import type { Refusable } from './refusalMemory';

/** Chat templates refuse what they do not know with an exception, which some servers report as their own failure. */
const STATUSES = new Set([400, 404, 422, 500, 501]);

interface Rule {
  readonly part: Refusable;
  readonly words: RegExp;
  isSent(body: ChatBody): boolean;
}

const NOT_TAKEN = /\b(?:not|n't|un\w+|in(?:valid|correct)|requires?|no endpoints|extra inputs?|forbidden|only)\b/i;

/** Rules in the order in which they are asked: the words of a later one may also stand in the message of an earlier one. */
const RULES: readonly Rule[] = [
  { part: 'turns', isSent: hasTurns, words: /\btool\b.{0,80}\brole|\brole\b.{0,80}\btool\b|'tool'.{0,40}is not one of|(?:un(?:known|expected|supported)|invalid) role|alternat|consecutive/i },
  { part: 'system', isSent: hasSystem, words: /system (?:role|message|prompt)|'system'|"system"|role.{0,20}\bsystem\b|roles? must alternate/i },
  { part: 'replay', isSent: hasReplay, words: /\breasoning(?:_content|_details)?\b|\bextra_content\b/i },
  { part: 'nullContent', isSent: hasNullContent, words: /\bcontent\b.{0,80}\b(?:null|none|string|required|missing|empty)\b|\b(?:null|none|string|required|missing|empty)\b.{0,80}\bcontent\b/i },
  { part: 'stream_options', isSent: (body) => body.stream_options !== undefined, words: /\bstream_options\b|\binclude_usage\b/i },
  { part: 'stream', isSent: (body) => body.stream, words: /\btools?\b.{0,40}\bstream(?:ing)?\b|\bstream(?:ing)?\b.{0,40}(?:\btools?\b|not (?:supported|available|allowed))/i },
  { part: 'temperature', isSent: (body) => body.temperature !== undefined, words: /\btemperature\b/i },
  { part: 'max_tokens', isSent: (body) => body.max_tokens !== undefined, words: /\bmax_tokens\b/i },
  { part: 'max_completion_tokens', isSent: (body) => body.max_completion_tokens !== undefined, words: /\bmax_completion_tokens\b/i },
  { part: 'stop', isSent: (body) => body.stop !== undefined, words: /['"`.(]stop\b|\bstop (?:sequences?|strings?|words?|tokens?|parameter)\b|parameter:? stop\b/i },
  { part: 'tools', isSent: (body) => body.tools !== undefined, words: /\btools?\b|\btool_\w+|\bfunctions?\b|function[_ ]call/i },
];

/** Words of failures that are no refusal: of a call that the model wrote wrongly, of a conversation without the message it needs. */
const NO_REFUSAL = /pars(?:e|ing) (?:the )?(?:tool|function)[ _]call|failed to call|must be (?:a response|followed)|\bmodel\b.*\b(?:does not exist|not found|not exist)/i;

/** The part of `body` that the server refused, if the failure names one. */
export function refusedPart(failure: Failure, body: ChatBody): Refusable | undefined {
  const { status, words } = failure;
  if (status === undefined || !STATUSES.has(status) || NO_REFUSAL.test(words)) {
    return undefined;
  }
  const part = RULES.find((rule) => rule.isSent(body) && rule.words.test(words))?.part;
  // What tools can do is talked of in many ways, and there is no way back from having given them up.
  return part === 'tools' && !NOT_TAKEN.test(words) ? undefined : part;
}

function hasTurns({ messages }: ChatBody): boolean {
  return messages.some(({ role }, i) => role === 'tool' || (role !== 'system' && role === messages[i - 1]?.role));
}

function hasSystem({ messages }: ChatBody): boolean {
  return messages.some(({ role }) => role === 'system');
}

function hasNullContent({ messages }: ChatBody): boolean {
  return messages.some(({ content }) => content === null);
}

function hasReplay({ messages }: ChatBody): boolean {
  return messages.some((message) => Object.keys(message).some((key) => !PLAIN_FIELDS.has(key)) || message.tool_calls?.some((call) => 'extra_content' in call) === true);
}

const PLAIN_FIELDS = new Set(['role', 'content', 'tool_calls', 'tool_call_id']);
