import type * as z from 'zod';
import type { FailureClass, RecoveryAction } from '../model/failure';
import type { Passage } from '../model/passage';
import type { ToolCall } from '../model/ports';
import type { CallRecovery } from './recovery/callRecovery';

/** The tools that there are. Whether one is offered is decided where the list of a turn is built. */
export const TOOL_NAMES = ['searchDocs', 'keywordSearch', 'readDoc', 'webSearch', 'recallMemory', 'runCode'] as const;

export type ToolName = (typeof TOOL_NAMES)[number];

/** What a tool gives. */
export interface ToolOutput {
  readonly passages: readonly Passage[];
  /** What the model is told besides the passages: the output of a program, what to try instead. */
  readonly text?: string;
  /** A result that belongs into the answer although no passage says it, such as that of a calculation. */
  readonly computed?: string;
}

/** A tool as a contract. */
export interface Tool<Input = unknown> {
  readonly name: ToolName;
  /** What it does, and when not to use it. */
  readonly description: string;
  /** An object. The JSON schema that the model is shown is derived from it. */
  readonly input: z.ZodType<Input>;
  readonly timeoutMs: number;
  /** The text that passages were looked up by, if that is how it works. */
  queryOf(input: Input): string | undefined;
  /**
   * Asks the person, where they must agree; false if they do not. Their time is not the tool's.
   * @throws AssistantError tool.badArguments for what is not even asked for, cancelled.
   */
  mayRun?(input: Input, signal: AbortSignal): Promise<boolean>;
  /** @throws AssistantError tool.*, cancelled; anything else counts as tool.failed. */
  run(input: Input, signal: AbortSignal): Promise<ToolOutput>;
}

/** A call that can be made. */
export interface ReadyCall {
  readonly kind: 'ready';
  readonly call: ToolCall;
  readonly tool: ToolName;
  readonly input: unknown;
  /** Equal for calls that are the same but for how they are written. */
  readonly key: string;
  readonly query: string | undefined;
  /** True if the model called a tool that does not exist, and this one is run in its place. */
  readonly isInstead?: boolean;
}

/** A call that cannot be made. */
export interface RefusedCall {
  readonly kind: 'refused';
  readonly call: ToolCall;
  readonly failure: FailureClass;
  /** What is done about it. */
  readonly action: RecoveryAction;
  /** Tells the model what was wrong and what to do instead. */
  readonly message: string;
}

/** What a call gave. Never a failure that ends the turn: the model is told, and goes on. */
export type ToolResult =
  | ({ readonly kind: 'ok'; readonly ms: number } & ToolOutput)
  | { readonly kind: 'failed'; readonly failure: FailureClass; readonly message: string; readonly ms: number };

/** The tools of one turn: nothing that is not in it can be executed, whatever a model calls. */
export interface ToolDesk {
  /** In the order in which they are offered. */
  readonly tools: readonly Tool[];
  /** What is done about calls that fail; counts what was done before. */
  readonly recovery: CallRecovery;
  /** Checks a call before it is made. Remembers names that do not exist: the second time, the query is searched for. */
  read(call: ToolCall): ReadyCall | RefusedCall;
  /** Makes a call, within the time of its tool; checks what it gives. @throws AssistantError cancelled */
  run(call: ReadyCall, signal: AbortSignal): Promise<ToolResult>;
}
