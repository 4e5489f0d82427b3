import type { CodeResult } from '../../model/ports';
import { MAX_SOURCE_BYTES, MEMORY_BYTES, RUN_MS } from './limits';

/** Why a program ended early, in words that help whoever wrote it, most likely a model, to write a better one. */
export const TOO_LONG = `It took longer than ${String(RUN_MS / 1000)} s and was stopped. Give it less to do.`;
export const TOO_LARGE = `It needed more than ${String(MEMORY_BYTES / 1024 / 1024)} MB of memory and was stopped. Let it hold less at a time.`;
export const TOO_DEEP = 'It called or nested too deeply and was stopped. Use a loop.';
export const UNSETTLED = 'It waits for a promise that nothing settles: there are no timers, no files and no network.';
export const BROKEN = 'It broke the sandbox and was ended. Write it in another way.';
export const TOO_MUCH_SOURCE = `It was not run: a program has at most ${String(MAX_SOURCE_BYTES / 1000)} kB.`;

/** The result of a program that left nothing but a reason. */
export function endedBy(error: string): CodeResult {
  return { output: '', isTruncated: false, error };
}

/** The interpreter's names of its own limits, and what to say instead. */
const LIMITS: readonly (readonly [name: string, reason: string])[] = [
  ['InternalError: out of memory', TOO_LARGE],
  ['InternalError: stack overflow', TOO_DEEP],
  ['SyntaxError: stack overflow', TOO_DEEP],
];

/** An error as the interpreter says it, in words that name the limit if it was one. Keeps the line that it names. */
export function inPlainWords(error: string): string {
  const reason = LIMITS.find(([name]) => error.startsWith(name))?.[1];
  return reason === undefined ? error : reason + (/ \(line \d+\)$/u.exec(error)?.[0] ?? '');
}
