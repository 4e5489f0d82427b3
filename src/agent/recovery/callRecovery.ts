import type { FailureClass, RecoveryAction, RecoveryTable } from '../../model/failure';
import { decide } from './decide';

/** What a loop itself can do about a failure; all else ends it, and the caller goes on. */
const DONE_HERE: readonly RecoveryAction[] = ['repairJson', 'suggestTool', 'searchDocs', 'tellModel'];

/** What is done about the calls of one turn that fail: each class of failure has the attempts that the table gives it. */
export class CallRecovery {
  readonly #table: RecoveryTable;
  readonly #taken = new Map<FailureClass, number>();

  constructor(table: RecoveryTable) {
    this.#table = table;
  }

  /** A tool that does not exist was called. */
  afterUnknownTool(): RecoveryAction {
    return this.#next('UNKNOWN_TOOL', ['suggestTool', 'searchDocs', 'tellModel']);
  }

  /** What a model wrote as a call cannot be read at all. */
  afterUnreadable(): RecoveryAction {
    return this.#next('PARSE', ['repairJson']);
  }

  /**
   * A call could not be made with its arguments, or its tool failed, for whatever reason of its own. Wrong arguments are told
   * back each time: what ends that is the number of rounds.
   */
  afterCall(failure: FailureClass): RecoveryAction {
    return failure === 'PARSE'
      ? this.#decide('PARSE', 0, ['repairJson', 'tellModel'])
      : this.#next(failure === 'TOOL_TIMEOUT' ? failure : 'TOOL_ERROR', ['tellModel']);
  }

  /** Once the attempts of a class are used up its fallback stays. */
  #next(failure: FailureClass, can: readonly RecoveryAction[]): RecoveryAction {
    const taken = this.#taken.get(failure) ?? 0;
    this.#taken.set(failure, taken + 1);
    return this.#decide(failure, taken, can);
  }

  #decide(failure: FailureClass, taken: number, can: readonly RecoveryAction[]): RecoveryAction {
    return decide(failure, this.#table, Math.min(taken, this.#table[failure].attempts), (action) => can.includes(action) || !DONE_HERE.includes(action));
  }
}

/** True if a loop goes on after it. */
export function goesOn(action: RecoveryAction): boolean {
  return DONE_HERE.includes(action);
}
