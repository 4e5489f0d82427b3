import * as z from 'zod';
import { AssistantError } from '../../../model/errors';
import type { CodeSandbox, Consent } from '../../../model/ports';
import type { Tool } from '../../tool';
import { quote, TRUNCATED } from '../quote';

/** The sandbox stops a program after two seconds; this is for a sandbox that does not. */
const TIMEOUT_MS = 10_000;

/** Longest program, in UTF-16 units. */
const MAX_CODE = 8_000;

/** Of a program that failed, this much is shown of what it printed and of its error, in UTF-16 units. */
const MAX_SHOWN = 500;

const schema = z.object({
  code: z
    .string()
    .trim()
    .min(1, 'is empty: write a program')
    .max(MAX_CODE)
    .refine((code) => !code.includes(TRUNCATED), `is too long: at most ${MAX_CODE} characters, and no long data in them`)
    .describe('JavaScript. Print with console.log; the value of the last expression is shown too.'),
});

/** A calculator that can be programmed: no files, no network. Asks the person first. */
export function createRunCode({ sandbox, consent }: { readonly sandbox: CodeSandbox; readonly consent: Consent }): Tool<z.infer<typeof schema>> {
  return {
    name: 'runCode',
    description:
      'Runs a short JavaScript program to calculate, count, convert or compare numbers and dates that you already found. ' +
      'It has no files, no network, no packages and two seconds. Not for looking anything up, and not for what you can tell without calculating.',
    input: schema,
    timeoutMs: TIMEOUT_MS,
    queryOf: () => undefined,
    mayRun: ({ code }, signal) => consent.ask('runCode', code, signal),
    run: async ({ code }, signal) => {
      const { output, error } = await sandbox.run(code, signal);
      if (error !== undefined) {
        const printed = output.trim() === '' ? '' : ` It had printed: ${quote(output, MAX_SHOWN)}.`;
        throw new AssistantError('tool.failed', `The program failed: ${quote(error, MAX_SHOWN)}.${printed} Correct it, or go on without.`);
      }
      if (output.trim() === '') {
        return { passages: [], text: 'The program printed nothing. Print the result with console.log.' };
      }
      return { passages: [], computed: output };
    },
  };
}
