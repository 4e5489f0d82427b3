/** What a program is allowed. The thread, the interpreter and what prints inside it keep to these, each its own. */

/** Longer programs are not run. In bytes of UTF-8. */
export const MAX_SOURCE_BYTES = 20_000;

/** The interpreter ends a program after this long, as soon as it comes to a step of it. In ms. */
export const RUN_MS = 2_000;

/** The thread is ended after this long: a single built-in call can take hours and has no steps. In ms. */
export const KILL_MS = 2_500;

/** A thread that has not begun by then is not going to. In ms. */
export const START_MS = 20_000;

/** What a program may hold, in bytes. */
export const MEMORY_BYTES = 32 * 1024 * 1024;

/**
 * Memory of the whole interpreter, in pages of 64 KiB: what the program holds, what lies waste between it, the
 * interpreter's own stack (5 MB). It cannot grow beyond, whatever happens in it.
 */
export const MEMORY_PAGES = { initial: 256, maximum: 1024 } as const;

/** Some 6,000 plain calls deep. The interpreter has 5 MB for it, and the thread a stack of 4 MB beneath. In bytes. */
export const STACK_BYTES = 1024 * 1024;

/** More output than this is cut, its mark included. In bytes of UTF-8. */
export const MAX_OUTPUT_BYTES = 8_000;

/** What the thread itself may use beside the interpreter's memory. */
export const THREAD_LIMITS = { maxOldGenerationSizeMb: 128, stackSizeMb: 4 } as const;
