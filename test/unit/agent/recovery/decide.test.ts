import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decide } from '../../../../src/agent/recovery/decide';
import { DEFAULT_RECOVERY, MAX_RECOVERY_MS } from '../../../../src/agent/recovery/table';
import type { FailureClass, RecoveryAction, RecoveryRule, RecoveryTable } from '../../../../src/model/failure';
import { FAILURE_CLASSES, RECOVERY_ACTIONS, TERMINAL_ACTIONS } from '../../../../src/model/failure';

const always = () => true;

function actions(failure: FailureClass, can: (action: RecoveryAction) => boolean = always, table: RecoveryTable = DEFAULT_RECOVERY): string {
  return Array.from({ length: 7 }, (_unused, attempts) => decide(failure, table, attempts, can)).join(' ').replaceAll(/(\b\w+)(?: \1)+$/g, '$1');
}

test.each<[FailureClass, string]>([
  ['PARSE', 'repairJson oneShot'],
  ['TOOL_TIMEOUT', 'tellModel tellModel tellModel tellModel tellModel oneShot'],
  ['TOOL_ERROR', 'tellModel tellModel tellModel tellModel tellModel oneShot'],
  ['UNKNOWN_TOOL', 'suggestTool searchDocs oneShot'],
  ['RATE_LIMIT', 'retry retry retry oneShot fail'],
  ['AUTH', 'fail'],
  ['NETWORK', 'retry retry oneShot fail'],
  ['CONTEXT_OVERFLOW', 'shrink shrink shrink shrink shrink oneShot extract'],
  ['EMPTY_RESULT', 'oneShot extract'],
  ['CONTENT_FILTER', 'oneShot extract'],
  ['INDEX', 'fail'],
  ['CANCELLED', 'stop'],
  ['UNKNOWN', 'retry oneShot fail'],
])('%s: %s', (failure, expected) => {
  expect(actions(failure)).toBe(expected);
});

test.each<[string, FailureClass, readonly RecoveryAction[], RecoveryAction]>([
  ['a loop whose model was limited is replaced by one retrieval', 'RATE_LIMIT', ['oneShot'], 'oneShot'],
  ['an answer that a filter withheld is extracted', 'CONTENT_FILTER', ['extract'], 'extract'],
  ['an answer that fits no window is extracted', 'CONTEXT_OVERFLOW', ['extract'], 'extract'],
  ['a refused key is told, whatever else could be done', 'AUTH', RECOVERY_ACTIONS, 'fail'],
  ['a loop whose server broke down is replaced by one retrieval', 'NETWORK', ['oneShot'], 'oneShot'],
  ['a server out of reach is told: an answer that nobody wrote would hide it', 'NETWORK', ['extract'], 'fail'],
  ['a loop that found nothing is replaced by one retrieval', 'EMPTY_RESULT', ['oneShot'], 'oneShot'],
  ['a loop whose model speaks no dialect is replaced by one retrieval', 'PARSE', ['oneShot'], 'oneShot'],
])('what cannot be done is passed over: %s', (_name, failure, possible, expected) => {
  expect(decide(failure, DEFAULT_RECOVERY, 0, (action) => possible.includes(action))).toBe(expected);
});

test('every class has a rule within its bounds, and an end that always works', () => {
  for (const failure of FAILURE_CLASSES) {
    const { attempts, timeoutMs, terminal } = DEFAULT_RECOVERY[failure];
    expect(attempts).toBeOneOf([0, 1, 2, 3, 4, 5]);
    expect(timeoutMs).toBeGreaterThanOrEqual(100);
    expect(timeoutMs).toBeLessThanOrEqual(MAX_RECOVERY_MS);
    expect(TERMINAL_ACTIONS).toContain(terminal);
    expect(TERMINAL_ACTIONS).toContain(decide(failure, DEFAULT_RECOVERY, 0, () => false));
  }
});

const rule = fc.record<RecoveryRule>({
  primary: fc.constantFrom(...RECOVERY_ACTIONS),
  fallback: fc.constantFrom(...RECOVERY_ACTIONS),
  attempts: fc.integer({ min: 0, max: 5 }),
  timeoutMs: fc.constant(1_000),
  terminal: fc.constantFrom(...TERMINAL_ACTIONS),
});

test('whatever a table says, recovery comes to its end after the attempts and one fallback', () => {
  fc.assert(fc.property(fc.constantFrom(...FAILURE_CLASSES), rule, fc.integer({ min: 0, max: 20 }), fc.boolean(), (failure, changed, attempts, can) => {
    const action = decide(failure, { ...DEFAULT_RECOVERY, [failure]: changed }, attempts, () => can);
    const { primary, fallback, terminal } = changed;
    const allowed = attempts < changed.attempts ? [primary, fallback, terminal] : attempts === changed.attempts ? [fallback, terminal] : [terminal];
    expect(failure === 'CANCELLED' ? ['stop'] : allowed).toContain(action);
  }));
});

test('a table that ends at once is heeded although more could be done', () => {
  const table: RecoveryTable = { ...DEFAULT_RECOVERY, RATE_LIMIT: { ...DEFAULT_RECOVERY.RATE_LIMIT, primary: 'fail' } };
  expect(decide('RATE_LIMIT', table, 0, (action) => action === 'oneShot')).toBe('fail');
});
