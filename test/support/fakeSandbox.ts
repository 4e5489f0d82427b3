import { createContext, runInContext } from 'node:vm';
import { Output } from '../../src/adapters/sandbox/output';
import { endedBy, TOO_LONG, TOO_MUCH_SOURCE } from '../../src/adapters/sandbox/reasons';
import { MAX_SOURCE_BYTES } from '../../src/adapters/sandbox/limits';
import { AssistantError } from '../../src/model/errors';
import type { CodeResult, CodeSandbox } from '../../src/model/ports';

/** A program that runs longer than this never ends. In ms. */
const TIMEOUT_MS = 300;

/** A sandbox in the same thread, by Node's own `vm`: it runs what a test means well, and is safe from nothing. */
export function fakeSandbox(): CodeSandbox {
  return {
    async run(source, signal) {
      if (signal.aborted) {
        throw new AssistantError('cancelled', 'Stopped.');
      }
      return Buffer.byteLength(source) > MAX_SOURCE_BYTES ? endedBy(TOO_MUCH_SOURCE) : runProgram(source);
    },
  };
}

async function runProgram(source: string): Promise<CodeResult> {
  const output = new Output();
  const print = (...values: unknown[]) => { output.add(values.map(String).join(' ')); };
  let error: string | undefined;
  try {
    const value: unknown = await runInContext(source, createContext({ print, console: { log: print } }), { timeout: TIMEOUT_MS });
    if (value !== undefined) {
      print(value);
    }
  } catch (cause) {
    error = isTimeout(cause) ? TOO_LONG : String(cause);
  }
  return { output: output.text, isTruncated: output.isTruncated, ...(error === undefined ? {} : { error }) };
}

/** Errors of a context are no `Error` of this one. */
function isTimeout(cause: unknown): boolean {
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
