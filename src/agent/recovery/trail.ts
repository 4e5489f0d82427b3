import type { RecoveryStep } from '../../model/failure';

/** Steps of a turn on one line, such as `init → PARSE → repairJson → ok`. Where a step failed and the next one is about the same call, the failure goes without saying. */
export function formatTrail(steps: readonly RecoveryStep[]): string {
  const words = steps.flatMap(({ failure, action, result, during }, at) => {
    const isContinued = result === 'failed' && steps[at + 1]?.during === during;
    return [failure, action, ...(isContinued ? [] : [result])];
  });
  return ['init', ...words].join(' → ');
}
