import variant from '@jitl/quickjs-wasmfile-release-sync';
import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core';
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core';
import type { CodeResult } from '../../model/ports';
import { Guest } from './guest';
import { MEMORY_BYTES, MEMORY_PAGES, RUN_MS, STACK_BYTES } from './limits';
import { Output } from './output';
import { BROKEN, inPlainWords, TOO_DEEP, TOO_LARGE, TOO_LONG, UNSETTLED } from './reasons';
import type { Program } from './wire';

const FILE = 'program.js';

/** `JS_EVAL_FLAG_ASYNC` of QuickJS: `await` may stand at the top, and evaluation gives a promise of the last value. */
const EVAL_ASYNC = 128;

/** Room to put an error into words where the program has used up its own, in bytes. */
const SPARE_BYTES = 2 * 1024 * 1024;

/** The program may have changed how its error is put into words. In UTF-16 units. */
const MAX_ERROR_CHARS = 1_000;

/** The interpreter takes its random numbers from the time at which it opens: at this one they are the same in every run. */
const SEED_MS = 1_000_000_000_000;

/** `WebAssembly.Memory`, which the types of Node leave out. */
interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
  toFixedLengthBuffer(): ArrayBuffer;
  toResizableBuffer(): ArrayBuffer;
}

/**
 * Runs one program to its end in a new interpreter. Nothing is tidied up: the thread is to end with it.
 *
 * @param onStart - called when the program's time begins.
 * @returns no rejection where the program is at fault: what it does wrong is its `error`.
 */
export async function runProgram({ wasm, source, now }: Program, onStart: () => void): Promise<CodeResult> {
  const memory = newMemory();
  stopClock(SEED_MS);
  const quickJs = await openQuickJs(wasm, memory);
  const output = new Output();
  const run = new Run(quickJs, memory, output);
  stopClock(now);
  onStart();
  const error = run.toEnd(source);
  return { output: output.text, isTruncated: output.isTruncated, ...(error === undefined ? {} : { error }) };
}

/** The interpreter asks this thread for the time: it stands still, in UTC. */
function stopClock(ms: number): void {
  Date.now = () => ms;
  Date.prototype.getTimezoneOffset = () => 0;
}

function newMemory(): WasmMemory {
  const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: { Memory: new (pages: typeof MEMORY_PAGES) => WasmMemory } };
  return new wasm.Memory(MEMORY_PAGES);
}

function openQuickJs(wasm: Uint8Array<ArrayBuffer>, wasmMemory: WasmMemory): Promise<QuickJSWASMModule> {
  return newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmBinary: wasm.buffer, wasmMemory }));
}

/** One program on its way. */
class Run {
  readonly #context: QuickJSContext;
  readonly #memory: WasmMemory;
  readonly #guest: QuickJSHandle;
  #deadline = Infinity;
  #isOver = false;

  constructor(quickJs: QuickJSWASMModule, memory: WasmMemory, output: Output) {
    const runtime = quickJs.newRuntime({ memoryLimitBytes: MEMORY_BYTES, maxStackSizeBytes: STACK_BYTES });
    this.#memory = memory;
    this.#context = runtime.newContext();
    this.#guest = openGuest(this.#context, output);
  }

  /** Why it ended early; nothing if it did not. */
  toEnd(source: string): string | undefined {
    this.#deadline = performance.now() + RUN_MS;
    this.#context.runtime.setInterruptHandler(() => this.#checkTime());
    const error = this.#attempt(source);
    return this.#isOver ? TOO_LONG : error;
  }

  #attempt(source: string): string | undefined {
    try {
      return this.#evaluate(source);
    } catch (cause) {
      // WebAssembly itself gave up. A full stack is a RangeError of the thread, all else a trap of the interpreter.
      return cause instanceof RangeError ? TOO_DEEP : BROKEN;
    }
  }

  #evaluate(source: string): string | undefined {
    const completion = this.#context.evalCode(source, FILE, EVAL_ASYNC);
    const end = completion.error === undefined ? this.#context.callMethod(this.#guest, 'finish', [completion.value]) : completion;
    if (end.error !== undefined) {
      return this.#describe(end.error);
    }
    this.#runJobs();
    const state = this.#context.getPromiseState(end.value);
    switch (state.type) {
      case 'fulfilled':
        return undefined;
      case 'rejected':
        return this.#describe(state.error);
      case 'pending':
        return UNSETTLED;
    }
  }

  /** What follows promises runs one by one: a job that starts another, for ever, takes no step that could be interrupted. */
  #runJobs(): void {
    const { runtime } = this.#context;
    while (runtime.hasPendingJob() && !this.#checkTime()) {
      runtime.executePendingJobs(1);
    }
  }

  /** True once the time is over. */
  #checkTime(): boolean {
    this.#isOver ||= performance.now() > this.#deadline;
    return this.#isOver;
  }

  #describe(error: QuickJSHandle): string {
    const context = this.#context;
    context.runtime.setMemoryLimit(MEMORY_BYTES + SPARE_BYTES);
    if (context.eq(error, context.null) && this.#memory.buffer.byteLength > MEMORY_BYTES) {
      return TOO_LARGE; // not even the error had room
    }
    const described = context.callMethod(this.#guest, 'describe', [error]);
    return described.error === undefined ? inPlainWords(context.getString(described.value).slice(0, MAX_ERROR_CHARS)) : BROKEN;
  }
}

/** The helper of the program inside the sandbox. All that it gets of the outside is a function that takes a string. */
function openGuest(context: QuickJSContext, output: Output): QuickJSHandle {
  const emit = context.newFunction('emit', (line) => { output.add(context.getString(line)); });
  const open = context.unwrapResult(context.evalCode(`(emit, file) => new (${Guest.toString()})(emit, file)`, 'guest.js'));
  const guest = context.unwrapResult(context.callFunction(open, context.undefined, emit, context.newString(FILE)));
  context.unwrapResult(context.callMethod(guest, 'install', [context.global]));
  return guest;
}
