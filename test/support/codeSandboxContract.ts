import { expect, test } from 'vitest';
import type { CodeResult, CodeSandbox } from '../../src/model/ports';

const NEVER = new AbortController().signal;

/** Programs, and what is to come of them; an error by a part of it. */
const PROGRAMS: readonly (readonly [does: string, source: string, expected: Partial<CodeResult> & { readonly fault?: RegExp }])[] = [
  ['the last value is the output', '6 * 7', { output: '42' }],
  ['the last value follows what was printed', 'print("so:"); console.log(1, "a"); 2 + 3', { output: 'so:\n1 a\n5' }],
  ['a program without a value gives what it printed', 'print(1); undefined', { output: '1' }],
  ['statements give their last value', 'const squares = [1, 2, 3].map((n) => n * n);\nsquares.reduce((a, b) => a + b)', { output: '14' }],
  ['a promise is waited for', 'Promise.resolve(1).then((n) => n + 1)', { output: '2' }],
  ['an error of the program is its result', 'print("before"); missing.name', { output: 'before', fault: /ReferenceError.*missing/u }],
  ['a program that is no JavaScript says so', 'let let = ;', { output: '', fault: /SyntaxError/u }],
  ['a program that never ends is stopped', 'print("on"); for (;;);', { output: 'on', fault: /longer than/u }],
];

/**
 * What every sandbox does.
 *
 * @param open - a new sandbox.
 */
export function codeSandboxContract(open: () => CodeSandbox) {
  for (const [does, source, { fault, ...expected }] of PROGRAMS) {
    test(does, async () => {
      const { error, ...result } = await open().run(source, NEVER);
      expect(result).toEqual({ isTruncated: false, ...expected });
      expect(error ?? '').toMatch(fault ?? /^$/u);
    });
  }

  test('output beyond 8 kB is cut and marked, in whole characters', async () => {
    const { output, isTruncated, error } = await open().run('for (let i = 0; i < 5000; i++) print("水" + i)', NEVER);
    expect(error).toBeUndefined();
    expect(isTruncated).toBe(true);
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(8_000);
    expect(output).toMatch(/^水0\n水1\n/u);
    expect(output).toMatch(/[水\d\n]\[TRUNCATED\]$/u);
  });

  test('a program leaves nothing to the next one', async () => {
    const sandbox = open();
    await sandbox.run('globalThis.kept = 1; Array.prototype.kept = 2', NEVER);
    expect(await sandbox.run('String([typeof kept, [].kept])', NEVER)).toMatchObject({ output: 'undefined,' });
  });

  test('programs that are run at once do not meet', async () => {
    const sandbox = open();
    const results = await Promise.all([1, 2, 3].map((n) => sandbox.run(`globalThis.n = (globalThis.n ?? 0) + ${n}; n`, NEVER)));
    expect(results.map(({ output }) => output)).toEqual(['1', '2', '3']);
  });

  test('what was cancelled before it began is not run', async () => {
    await expect(open().run('1', AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('a program of more than 20 kB is not run, and told so', async () => {
    const { output, error } = await open().run(`"${'水'.repeat(7_000)}".length`, NEVER);
    expect({ output, error }).toEqual({ output: '', error: expect.stringContaining('20 kB') as string });
  });
}
