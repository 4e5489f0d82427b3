import type { AssistantError } from '../../model/errors';
import type { Classified, RecoveryAction, RecoveryStep } from '../../model/failure';
import type { Clock } from '../../model/ports';
import type { RecoveryBudget } from './budget';

/** What the steps of a recovery are told to and counted by. */
export interface StepDeps {
  /** Shared by all calls of the turn. */
  readonly budget: RecoveryBudget;
  readonly now: Clock;
  /** Told of each step once its result is known. */
  readonly onStep: (step: RecoveryStep) => void;
  /** See {@link RecoveryStep.during}; asked when a step begins. */
  readonly during: string | (() => string);
}

/** A step of a recovery that is under way. */
export class OpenStep {
  readonly #deps: StepDeps;
  readonly #step: Omit<RecoveryStep, 'result' | 'ms'>;
  readonly #started: number;
  #alive: number | undefined;
  #isOver = false;

  constructor({ failure, error }: Classified, action: RecoveryAction, deps: StepDeps) {
    const { during } = deps;
    this.#deps = deps;
    this.#step = { during: typeof during === 'string' ? during : during(), failure, action, message: inWords(error) };
    this.#started = deps.now();
  }

  /** The server is at work: from here on it is an ordinary call, if it comes to a good end. */
  sawLife(): void {
    this.#alive ??= this.#deps.now();
  }

  /** Tells how the step went, and takes its time from the budget; the first call counts. */
  end(result: RecoveryStep['result']): void {
    if (this.#isOver) {
      return;
    }
    this.#isOver = true;
    const ended = this.#deps.now();
    const recovered = result === 'ok' ? (this.#alive ?? ended) : ended;
    this.#deps.budget.spend(recovered - this.#started);
    this.#deps.onStep({ ...this.#step, result, ms: ended - this.#started });
  }
}

/** What foreign code says of its failures may quote anything, a key too. */
function inWords({ code, message }: AssistantError): string {
  return code === 'internal' ? 'An unexpected failure.' : message;
}
