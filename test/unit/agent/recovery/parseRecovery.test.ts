import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRecovery } from '../../../../src/agent/recovery/parseRecovery';
import { DEFAULT_RECOVERY } from '../../../../src/agent/recovery/table';
import type { FailureClass, RecoveryRule } from '../../../../src/model/failure';
import { FAILURE_CLASSES, RECOVERY_ACTIONS, TERMINAL_ACTIONS } from '../../../../src/model/failure';

type Changes = Partial<Record<FailureClass, Partial<RecoveryRule>>>;

/** Checks what an override changes, and that each problem names each of its words. */
function check(raw: unknown, changes: Changes, problems: readonly (readonly string[])[] = []): void {
  const parsed = parseRecovery(raw);
  expect(parsed.table).toEqual(Object.fromEntries(FAILURE_CLASSES.map((failure) => [failure, { ...DEFAULT_RECOVERY[failure], ...changes[failure] }])));
  expect(parsed.problems).toHaveLength(problems.length);
  problems.forEach((words, at) => {
    words.forEach((word) => { expect(parsed.problems[at]).toContain(word); });
  });
}

test('nothing set is the table that ships', () => {
  check(undefined, {});
  check({}, {});
});

test('what is set takes the place of the default, field by field', () => {
  check({ RATE_LIMIT: { attempts: 1, fallback: 'fail' }, UNKNOWN: { timeoutMs: 2_000 } }, { RATE_LIMIT: { attempts: 1, fallback: 'fail' }, UNKNOWN: { timeoutMs: 2_000 } });
});

test.each<[string, unknown, readonly string[]]>([
  ['attempts', 6, ['docmind.recovery.NETWORK.attempts', 'default 2']],
  ['attempts', 1.5, ['docmind.recovery.NETWORK.attempts']],
  ['attempts', '1', ['docmind.recovery.NETWORK.attempts']],
  ['timeoutMs', 30_001, ['docmind.recovery.NETWORK.timeoutMs', 'default 30000']],
  ['timeoutMs', null, ['docmind.recovery.NETWORK.timeoutMs']],
  ['primary', '重试', ['docmind.recovery.NETWORK.primary', 'default "retry"']],
  ['fallback', {}, ['docmind.recovery.NETWORK.fallback']],
  ['terminal', 'retry', ['docmind.recovery.NETWORK.terminal', 'default "fail"']],
])('a bad value is its default and a sentence that names it, the others stand: %s %j', (field, value, words) => {
  check({ NETWORK: { timeoutMs: 500, attempts: 1, [field]: value } }, {
    NETWORK: { ...(field === 'timeoutMs' ? {} : { timeoutMs: 500 }), ...(field === 'attempts' ? {} : { attempts: 1 }) },
  }, [words]);
});

test('a class, a field and a shape that do not exist are told', () => {
  check([], {}, [['docmind.recovery is not an object']]);
  check('retry', {}, [['docmind.recovery is not an object']]);
  check({ AUTH: 'retry' }, {}, [['docmind.recovery.AUTH is not an object']]);
  check({ AUTH: { retries: 3 } }, {}, [['docmind.recovery.AUTH', '"retries"', 'attempts']]);
  check({ TIMEOUT: {}, 网络: {} }, {}, [['docmind.recovery', '"TIMEOUT", "网络"', 'RATE_LIMIT']]);
});

test('what happens when a person stops a turn is not a setting', () => {
  check({ CANCELLED: { primary: 'retry', attempts: 5 } }, {}, [['"CANCELLED"']]);
});

test('a hundred unknown names are one sentence of bounded length', () => {
  const names = Array.from({ length: 100 }, (_unused, at) => [`${at}${'x'.repeat(1_000)}`, {}]);
  const { problems } = parseRecovery(Object.fromEntries(names));
  expect(problems).toHaveLength(1);
  expect(problems[0]?.length).toBeLessThan(600);
});

test('anything at all gives a whole table within its bounds', () => {
  const values = fc.dictionary(fc.constantFrom(...FAILURE_CLASSES, '__proto__', 'constructor'), fc.oneof(fc.anything(), fc.dictionary(fc.constantFrom('primary', 'fallback', 'attempts', 'timeoutMs', 'terminal', '__proto__'), fc.anything())));
  fc.assert(fc.property(fc.oneof(fc.anything(), values), (raw) => {
    const { table } = parseRecovery(raw);
    expect(Object.keys(table).sort()).toEqual([...FAILURE_CLASSES].sort());
    for (const failure of FAILURE_CLASSES) {
      const { primary, fallback, attempts, timeoutMs, terminal } = table[failure];
      expect(RECOVERY_ACTIONS).toContain(primary);
      expect(RECOVERY_ACTIONS).toContain(fallback);
      expect(attempts >= 0 && attempts <= 5 && timeoutMs >= 100 && timeoutMs <= 30_000).toBe(true);
      expect(TERMINAL_ACTIONS).toContain(terminal);
    }
  }));
});
