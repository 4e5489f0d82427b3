import type { FailureClass, RecoveryAction, RecoveryTable } from '../../model/failure';

/**
 * What to do about a failure: the primary action of its class while there are attempts left, then the fallback once, then
 * the terminal one. What cannot be done where the failure happened is passed over.
 *
 * @param attempts - actions that this recovery took before, whatever classes they were for: a failure during a recovery is
 * never given attempts of its own.
 * @param can - whether an action can be carried out; not asked of `fail`, `stop` and the terminal action.
 */
export function decide(failure: FailureClass, table: RecoveryTable, attempts: number, can: (action: RecoveryAction) => boolean): RecoveryAction {
  if (failure === 'CANCELLED') {
    return 'stop'; // whatever the table says: nothing goes on against the person's will
  }
  const { primary, fallback, attempts: maxAttempts, terminal } = table[failure];
  const left = [...(attempts < maxAttempts ? [primary] : []), ...(attempts <= maxAttempts ? [fallback] : [])];
  return left.find((action) => action === 'fail' || action === 'stop' || can(action)) ?? terminal;
}

/** True if a failure ends the turn, since the table names no way of answering without what failed. */
export function endsTurn(failure: FailureClass, table: RecoveryTable): boolean {
  const action = decide(failure, table, 0, (other) => other === 'oneShot' || other === 'extract');
  return action === 'fail' || action === 'stop';
}

/** True if the answer is extracted where a model fails to write it: what may help, its calls have tried. */
export function isDoneWithout(failure: FailureClass, table: RecoveryTable): boolean {
  return decide(failure, table, table[failure].attempts, (action) => action === 'extract') === 'extract';
}
