import type { Classified, RecoveryAction, RecoveryStep } from '../../model/failure';
import type { TurnEvent } from '../../model/turn';

/** What a turn recovered from, to be told between its other events. */
export class RecoveryTrail {
  readonly #untold: RecoveryStep[] = [];
  /** What is under way, for the steps to come. */
  during = 'understand';

  add(step: RecoveryStep): void {
    this.#untold.push(step);
  }

  /** Another way was taken because of a failure. */
  turnedTo(action: RecoveryAction, { failure, error }: Classified): void {
    this.add({ during: this.during, failure, action, result: 'ok', message: error.message, ms: 0 });
  }

  /** The steps since it was last asked. */
  *tell(): Generator<TurnEvent> {
    for (const step of this.#untold.splice(0)) {
      yield { type: 'recovered', ...step };
    }
  }
}
