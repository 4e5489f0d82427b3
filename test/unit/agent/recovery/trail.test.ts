import { expect, test } from 'vitest';
import { formatTrail } from '../../../../src/agent/recovery/trail';
import type { FailureClass, RecoveryAction, RecoveryStep } from '../../../../src/model/failure';

function step(during: string, failure: FailureClass, action: RecoveryAction, result: RecoveryStep['result']): RecoveryStep {
  return { during, failure, action, result, message: 'What happened.', ms: 1 };
}

test.each<[string, RecoveryStep[]]>([
  ['init', []],
  ['init → PARSE → repairJson → ok', [step('understand', 'PARSE', 'repairJson', 'ok')]],
  ['init → RATE_LIMIT → retry → NETWORK → retry → ok', [step('answer', 'RATE_LIMIT', 'retry', 'failed'), step('answer', 'NETWORK', 'retry', 'ok')]],
  ['init → CONTEXT_OVERFLOW → shrink → failed', [step('answer', 'CONTEXT_OVERFLOW', 'shrink', 'failed')]],
  [
    'init → NETWORK → retry → failed → EMPTY_RESULT → oneShot → ok',
    [step('understand', 'NETWORK', 'retry', 'failed'), step('round 1', 'EMPTY_RESULT', 'oneShot', 'ok')],
  ],
])('%s', (expected, steps) => {
  expect(formatTrail(steps)).toBe(expected);
});
