/**
 * What some servers and models refuse, though others need it. Each has a substitute, or can do without; but for `tools`.
 * `turns`: messages of tools, or two messages of one role in a row. `nullContent`: a message with calls and no text.
 * `replay`: fields that a server itself sent with a message.
 */
export type Refusable =
  | 'turns' | 'system' | 'replay' | 'nullContent' | 'stream_options' | 'stream' | 'temperature' | 'max_tokens' | 'max_completion_tokens' | 'stop' | 'tools';

/** What was refused, by the id of the model: shared by all that speak to models of the same process, each refusal comes once. */
export class RefusalMemory {
  readonly #byModel = new Map<string, Set<Refusable>>();

  /** What this model refused so far; grows. */
  of(modelId: string): Set<Refusable> {
    const refused = this.#byModel.get(modelId) ?? new Set();
    this.#byModel.set(modelId, refused);
    return refused;
  }
}
