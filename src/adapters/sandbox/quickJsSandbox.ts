import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { AssistantError } from '../../model/errors';
import type { CodeResult, CodeSandbox } from '../../model/ports';
import { createSerial } from '../../util/serial';
import { KILL_MS, MAX_SOURCE_BYTES, START_MS, THREAD_LIMITS } from './limits';
import { BROKEN, endedBy, TOO_LARGE, TOO_LONG, TOO_MUCH_SOURCE } from './reasons';
import type { Program, ThreadMessage } from './wire';

/** Where the parts of the sandbox lie. Absolute paths. */
export interface SandboxFiles {
  /** The bundled `thread.ts`. */
  readonly script: string;
  /** The interpreter, as WebAssembly. */
  readonly wasm: string;
}

/**
 * A sandbox of QuickJS in WebAssembly. Each program gets a thread and an interpreter of its own, one after another; both are
 * gone when it ends. Nothing is read or started before the first run.
 */
export function createQuickJsSandbox(files: SandboxFiles): CodeSandbox & { dispose(): Promise<void> } {
  const inTurn = createSerial();
  const disposed = new AbortController();
  let wasm: Promise<Program['wasm']> | undefined;

  const runInTurn = async (source: string, signal: AbortSignal): Promise<CodeResult> => {
    signal.throwIfAborted();
    wasm ??= readFile(files.wasm).then((bytes) => new Uint8Array(bytes));
    const program = await wasm.then((bytes): Program => ({ wasm: bytes, source, now: Date.now() }), (cause: unknown) => {
      wasm = undefined;
      throw unusable(cause);
    });
    return runInThread(files.script, program, signal);
  };

  return {
    async run(source, signal) {
      if (Buffer.byteLength(source) > MAX_SOURCE_BYTES) {
        return endedBy(TOO_MUCH_SOURCE);
      }
      const either = AbortSignal.any([signal, disposed.signal]);
      return orCancelled(inTurn(() => runInTurn(source, either)), either);
    },
    async dispose() {
      disposed.abort();
      await inTurn(() => Promise.resolve());
    },
  };
}

/** A thread with a program: ended when the program is, when its time is over, or when the signal fires. */
async function runInThread(script: string, program: Program, signal: AbortSignal): Promise<CodeResult> {
  // It has no environment, no arguments, no way to write on the console, and its bundle imports nothing but its port.
  const thread = new Worker(script, {
    workerData: program, name: 'docmind-sandbox', env: {}, argv: [], execArgv: [], stdout: true, stderr: true, resourceLimits: THREAD_LIMITS,
  });
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<CodeResult>((resolve, reject) => {
    timer = setTimeout(() => { reject(unusable('its thread does not start')); }, START_MS);
    let isStarted = false;
    thread.on('message', (message: ThreadMessage) => {
      if (message.type === 'ended') {
        resolve(message.result);
      } else {
        isStarted = true;
        clearTimeout(timer);
        timer = setTimeout(() => { resolve(endedBy(TOO_LONG)); }, KILL_MS);
      }
    });
    // Before the program starts it is the sandbox that fails; afterwards the program brought the thread down.
    const lost = (cause: unknown): void => {
      if (isStarted) {
        resolve(endedBy(isOutOfMemory(cause) ? TOO_LARGE : BROKEN));
      } else {
        reject(unusable(cause));
      }
    };
    thread.on('error', lost);
    thread.on('exit', () => { lost('its thread ended'); });
  });
  try {
    return await orCancelled(ended, signal);
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}

/** What comes first: the result, or the signal. */
async function orCancelled<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  const waiting = new AbortController();
  const cancelled = new Promise<never>((_, reject) => {
    const cancel = (): void => { reject(new AssistantError('cancelled', 'Stopped.')); };
    signal.addEventListener('abort', cancel, { once: true, signal: waiting.signal });
    if (signal.aborted) {
      cancel();
    }
  });
  try {
    return await Promise.race([cancelled, result]);
  } finally {
    waiting.abort();
  }
}

/** The thread's own memory, not the interpreter's. */
function isOutOfMemory(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function unusable(cause: unknown): AssistantError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new AssistantError('tool.failed', `The sandbox for programs cannot run (${reason}). Install DocMind again if this stays so.`, { cause });
}
