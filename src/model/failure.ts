import type { AssistantError } from './errors';

/** The kinds of failure that a turn recovers from, each in its own way. */
export const FAILURE_CLASSES = [
  'PARSE', 'TOOL_TIMEOUT', 'TOOL_ERROR', 'UNKNOWN_TOOL', 'RATE_LIMIT', 'AUTH', 'NETWORK', 'CONTEXT_OVERFLOW', 'EMPTY_RESULT',
  'CONTENT_FILTER', 'INDEX', 'CANCELLED', 'UNKNOWN',
] as const;

export type FailureClass = (typeof FAILURE_CLASSES)[number];

/**
 * What recovery can do. Every action is idempotent.
 * `retry` the same call, after the wait that was asked for · `repairJson` read leniently, then ask once for the exact form ·
 * `suggestTool` tell the model the tools most like what it named · `searchDocs` run the query through the common search ·
 * `tellModel` give the failure to the model as the result of its call · `shrink` leave out oldest history, then the weakest
 * evidence · `oneShot` one retrieval without planning · `extract` answer from the documents word for word ·
 * `fail` end the turn and say why · `stop` end quietly: the person wanted it.
 */
export const RECOVERY_ACTIONS = [
  'retry', 'repairJson', 'suggestTool', 'searchDocs', 'tellModel', 'shrink', 'oneShot', 'extract', 'fail', 'stop',
] as const;

export type RecoveryAction = (typeof RECOVERY_ACTIONS)[number];

/** Those that end a recovery: they cannot fail, or their failure is that of the turn. */
export const TERMINAL_ACTIONS = ['oneShot', 'extract', 'fail', 'stop'] as const satisfies readonly RecoveryAction[];

export type TerminalAction = (typeof TERMINAL_ACTIONS)[number];

/** How one class of failure is handled: the primary action up to `attempts` times, then the fallback once, then the terminal one. */
export interface RecoveryRule {
  readonly primary: RecoveryAction;
  readonly fallback: RecoveryAction;
  /** Times the primary action is tried, from 0 to 5. */
  readonly attempts: number;
  /** How long one attempt may go without a sign of life, in ms, from 100 to 30 000. */
  readonly timeoutMs: number;
  readonly terminal: TerminalAction;
}

export type RecoveryTable = Readonly<Record<FailureClass, RecoveryRule>>;

/** One step of a recovery as it happened: `RATE_LIMIT → retry → ok`. */
export interface RecoveryStep {
  /** What was under way, such as `understand`, `round 2`, `answer`. */
  readonly during: string;
  readonly failure: FailureClass;
  readonly action: RecoveryAction;
  readonly result: 'ok' | 'failed';
  /** The failure in words. */
  readonly message: string;
  /** Waits included. */
  readonly ms: number;
}

/** A failure with its class. */
export interface Classified {
  readonly failure: FailureClass;
  readonly error: AssistantError;
}
