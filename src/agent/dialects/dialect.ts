import type { ChatMessage, ChatRequest, DialectName, ReplayFields, ToolCall, ToolOffer } from '../../model/ports';
import type { Reply } from '../../model/reply';

/** What a model said in one round. */
export interface Said {
  /** What it gets back as its own words, cut. Nobody else sees it. */
  readonly text: string;
  /** In the order in which they were made. */
  readonly calls: readonly ToolCall[];
  readonly replay?: ReplayFields;
  /** True if it meant to call something, and what it meant cannot be read. */
  readonly isMalformed: boolean;
}

/** What a reply is read against. */
export interface ReadContext {
  readonly offers: readonly ToolOffer[];
  /** From 1. */
  readonly round: number;
}

/** The result of a call, as the model is told. */
export interface ToldResult {
  readonly call: ToolCall;
  readonly content: string;
}

/** A way of calling tools round by round. The conversation is the same in all of them; only how it is written differs. */
export interface Dialect {
  readonly name: Exclude<DialectName, 'tags'>;
  /** What the system prompt says of the form; nothing where the server takes care of it. */
  rules(offers: readonly ToolOffer[]): string;
  /** What a request says of the tools besides its messages. */
  offer(offers: readonly ToolOffer[]): Pick<ChatRequest, 'tools' | 'stop'>;
  /** Total: whatever a model wrote is read as something. */
  read(reply: Reply, context: ReadContext): Said;
  writeSaid(said: Said): ChatMessage;
  /** @param results - at least one, of the calls said last, in their order. */
  writeResults(results: readonly ToldResult[]): readonly ChatMessage[];
  /** Asks for the form, of a model that missed it. */
  readonly form: string;
  /** What one result may take of the conversation: passages with their text, and estimated tokens. */
  readonly resultSize: { readonly maxShown: number; readonly maxTokens: number };
}

/** Names a call that came without an id: nine letters and digits, which is what the strictest server takes. */
export function callId(round: number, at: number): string {
  return `call${`${round % 100}`.padStart(2, '0')}${`${at % 1000}`.padStart(3, '0')}`;
}
