import { expect, test } from 'vitest';
import { AssistantError } from '../../../../../src/model/errors';
import type { CodeResult } from '../../../../../src/model/ports';
import { allTools, personWho, use } from '../support';

/** What the model is told of a program that ends so, and what was run. */
async function run(ends: CodeResult | AssistantError, says = true) {
  const consent = personWho(says);
  const ran: string[] = [];
  const sandbox = { run: async (source: string) => {
    ran.push(source);
    if (ends instanceof AssistantError) {
      throw ends;
    }
    return ends;
  } };
  return { result: await use(allTools({ sandbox, consent }), 'runCode', { code: '6 * 7' }), ran, asked: consent.asked };
}

test('the person sees the program before it runs; what it prints belongs into the answer', async () => {
  expect(await run({ output: '42\n', isTruncated: false })).toMatchObject({ result: { kind: 'ok', passages: [], computed: '42\n' }, ran: ['6 * 7'], asked: ['runCode: 6 * 7'] });
  expect(await run({ output: '42', isTruncated: false }, false)).toMatchObject({ result: { kind: 'failed', message: expect.stringMatching(/did not allow/) as string }, ran: [] });
});

test('output that was cut says so once', async () => {
  expect((await run({ output: '4242\n[TRUNCATED]', isTruncated: true })).result).toMatchObject({ computed: '4242\n[TRUNCATED]' });
});

test('a program that fails, or prints nothing, has no result, and the model is told why', async () => {
  const failed = await run({ output: 'half\n<way>', isTruncated: false, error: 'ReferenceError: x is not defined\n  at 1' });
  expect(failed.result).toMatchObject({ kind: 'failed', failure: 'TOOL_ERROR', message: 'runCode: The program failed: "ReferenceError: x is not defined at 1". It had printed: "half way". Correct it, or go on without.' });
  expect((await run({ output: ' \n', isTruncated: false })).result).toMatchObject({ kind: 'ok', text: expect.stringMatching(/printed nothing/) as string });
  expect((await run({ output: ' \n', isTruncated: false })).result).not.toHaveProperty('computed');
  expect((await run(new AssistantError('tool.failed', 'No sandbox here.'))).result).toMatchObject({ kind: 'failed', message: 'runCode: No sandbox here.' });
});
