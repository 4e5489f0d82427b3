import { estimateTokens } from '../chunking/estimateTokens';
import type { ChatMessage, ChatRequest, ToolCall, ToolOffer } from '../model/ports';
import type { Dialect, Said } from './dialects/dialect';
import type { GatherTask } from './gatherPrompt';
import { seedPrompt, systemPrompt } from './gatherPrompt';

/** The result of a call, as the conversation keeps it. */
export interface Observation {
  readonly call: ToolCall;
  readonly content: string;
  /** What is left of it when there is no room. */
  readonly brief: string;
}

type Entry =
  | { readonly kind: 'said'; readonly said: Said }
  | { readonly kind: 'told'; readonly text: string }
  | { readonly kind: 'results'; readonly results: readonly Observation[]; readonly isBrief: boolean };

/** Share that a smaller request may have of one that was too much: few attempts must reach a window of any size. */
const SMALLER = 2 / 3;

/** What a request is bound by, in tokens. */
export interface RequestLimits {
  readonly maxInputTokens: number;
  readonly maxOutputTokens: number;
}

/**
 * The conversation of gathering. It is kept in no dialect, so that another one can go on with it; and it only grows, but for
 * results whose text no longer fits: of the oldest, only what they were of is kept.
 */
export class Transcript {
  readonly #task: GatherTask;
  readonly #nonce: string;
  readonly #offers: readonly ToolOffer[];
  #hasConversation = true;
  #entries: Entry[] = [];
  /** Every request has the texts of the one before. */
  readonly #sizes = new Map<string, number>();

  constructor(task: GatherTask, offers: readonly ToolOffer[], nonce: string) {
    this.#task = task;
    this.#offers = offers;
    this.#nonce = nonce;
  }

  /** What the model said. */
  say(said: Said): void {
    this.#entries.push({ kind: 'said', said });
  }

  /** What the model is told. */
  tell(text: string): void {
    this.#entries.push({ kind: 'told', text });
  }

  /** What the calls gave that the model said last, all of them in their order. */
  answer(results: readonly Observation[]): void {
    this.#entries.push({ kind: 'results', results, isBrief: false });
  }

  /** The next request; nothing if even what must be in it is too much. */
  request(dialect: Dialect, limits: RequestLimits): ChatRequest | undefined {
    const { messages, tokens } = this.#shrinkTo(limits.maxInputTokens, dialect);
    return tokens > limits.maxInputTokens ? undefined : this.#write(messages, { dialect, tokens, maxOutputTokens: limits.maxOutputTokens });
  }

  #write(messages: readonly ChatMessage[], of: { readonly dialect: Dialect; readonly tokens: number; readonly maxOutputTokens: number }): ChatRequest {
    return {
      messages,
      temperature: 0,
      maxOutputTokens: of.maxOutputTokens,
      ...of.dialect.offer(this.#offers),
      // What did not fit once will not fit later: what a smaller request leaves out is left out from then on.
      smaller: () => {
        const { messages: fewer, tokens } = this.#shrinkTo(of.tokens * SMALLER, of.dialect);
        return tokens < of.tokens ? this.#write(fewer, { ...of, tokens }) : undefined;
      },
    };
  }

  /** Leaves out what is oldest until the rest is no more than so many tokens, or until there is nothing to leave out. */
  #shrinkTo(maxTokens: number, dialect: Dialect): { readonly messages: readonly ChatMessage[]; readonly tokens: number } {
    for (;;) {
      const messages = this.#messages(dialect);
      const tokens = [...messages.flatMap(textsOf), JSON.stringify(dialect.offer(this.#offers))].reduce((sum, text) => sum + this.#sizeOf(text), 0);
      if (tokens <= maxTokens || !this.#shrink()) {
        return { messages, tokens };
      }
    }
  }

  /** Estimated tokens of a text, roughly, and without what a server adds. */
  #sizeOf(text: string): number {
    const size = this.#sizes.get(text) ?? estimateTokens(text);
    this.#sizes.set(text, size);
    return size;
  }

  #messages(dialect: Dialect): ChatMessage[] {
    const { profile, conversation } = this.#task;
    return [
      { role: 'system', content: systemPrompt(this.#nonce, dialect.rules(this.#offers)) },
      { role: 'user', content: seedPrompt(this.#hasConversation && conversation !== undefined ? { profile, conversation } : { profile }, this.#nonce) },
      ...this.#entries.flatMap((entry) => write(entry, dialect)),
    ];
  }

  /** Leaves out the oldest text: what was said before, then results from the first on. False if there is none. */
  #shrink(): boolean {
    if (this.#hasConversation && this.#task.conversation !== undefined) {
      this.#hasConversation = false;
      return true;
    }
    const at = this.#entries.findIndex((entry) => entry.kind === 'results' && !entry.isBrief);
    this.#entries = this.#entries.map((entry, index) => (index === at && entry.kind === 'results' ? { ...entry, isBrief: true } : entry));
    return at !== -1;
  }
}

function write(entry: Entry, dialect: Dialect): readonly ChatMessage[] {
  switch (entry.kind) {
    case 'said':
      return [dialect.writeSaid(entry.said)];
    case 'told':
      return [{ role: 'user', content: entry.text }];
    case 'results':
      return dialect.writeResults(entry.results.map(({ call, content, brief }) => ({ call, content: entry.isBrief ? brief : content })));
  }
}

function textsOf(message: ChatMessage): string[] {
  return [message.content, ...(message.role === 'assistant' ? (message.toolCalls ?? []).map((call) => call.arguments) : [])];
}
