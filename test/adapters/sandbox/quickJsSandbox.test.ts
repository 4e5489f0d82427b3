import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createQuickJsSandbox } from '../../../src/adapters/sandbox/quickJsSandbox';
import { codeSandboxContract } from '../../support/codeSandboxContract';
import { tempFolder } from '../../support/tempFolder';

const DIST = join(import.meta.dirname, '../../../dist');
const BUILT = { script: join(DIST, 'sandbox.js'), wasm: join(DIST, 'quickjs.wasm') };
const NEVER = new AbortController().signal;

/** No program may take longer than this, whatever it does: its own time, the start of a thread, a busy machine. In ms. */
const LONGEST_MS = 6_000;

function open(files = BUILT) {
  const sandbox = createQuickJsSandbox(files);
  onTestFinished(() => sandbox.dispose());
  return sandbox;
}

codeSandboxContract(open);

const SLOW = /longer than 2 s/u;
const LARGE = /more than 32 MB/u;
const DEEP = /too deeply/u;

/** Programs that mean harm, and how each ends: with an output, or with an error. */
const ATTACKS: readonly (readonly [kind: string, source: string, end: string | RegExp])[] = [
  // Time.
  ['an endless loop', 'while (true) {}', SLOW],
  ['an endless loop behind every catch and finally', 'try { for (;;); } catch { for (;;); } finally { for (;;); }', SLOW],
  ['a single built-in call that takes hours', 'new Array(2 ** 32 - 1).indexOf(1)', SLOW],
  ['a pattern that backtracks for ever', '/(a+)+$/.test("a".repeat(50) + "b")', SLOW],
  ['promises that follow one another for ever', '(function next() { Promise.resolve().then(next); })(); 1', SLOW],
  ['an endless loop of awaits', 'while (true) await 1', SLOW],
  ['endless output', 'for (;;) print("more and more and more and more")', SLOW],
  ['a getter that never returns, in the value', '({ get x() { for (;;); } })', SLOW],
  ['a message that never comes, in the error', 'throw Object.defineProperty(new Error(), "message", { get() { for (;;); } })', SLOW],
  // Memory.
  ['arrays without end', 'const all = []; for (;;) all.push(new Array(1000).fill(1))', LARGE],
  ['arrays without end that outlive their error', 'globalThis.all = []; for (;;) all.push(new Array(1000).fill(1))', LARGE],
  ['a buffer of 1 GB', 'new ArrayBuffer(1e9)', LARGE],
  ['a string of 1 GB', '"a".padEnd(1e9)', LARGE],
  ['a string that doubles', 'let s = "x"; for (;;) s += s', /string too long/u],
  ['memory that is caught and asked for again', 'const all = []; for (;;) try { all.push(new Array(1e6).fill(1)) } catch {}', SLOW],
  ['ten million one-character strings', '"x".repeat(1e7).split("").length', LARGE],
  ['a program that prints what does not fit', '"x".repeat(5e6)', /^x{7989}\[TRUNCATED\]$/u],
  // Depth.
  ['endless recursion', '(function f() { f(); })()', DEEP],
  ['recursion by way of conversion', 'const o = { toString() { return "" + o; } }; "" + o', DEEP],
  ['JSON nested a million times', 'JSON.parse("[".repeat(1e6))', DEEP],
  ['source nested ten thousand times', 'eval("(".repeat(1e4) + ")".repeat(1e4))', DEEP],
  ['a value nested a hundred thousand times', 'let x = []; for (let i = 0; i < 1e5; i++) x = [x]; x', '[[[[[[[[[[[[[[[[[[[[[…]]]]]]]]]]]]]]]]]]]]]'],
  // The world outside.
  ['the parts of Node', '[typeof process, typeof require, typeof module, typeof Buffer, typeof WebAssembly].join()', 'undefined,undefined,undefined,undefined,undefined'],
  ['the parts of a browser', '[typeof fetch, typeof XMLHttpRequest, typeof self, typeof postMessage].join()', 'undefined,undefined,undefined,undefined'],
  ['timers', '[typeof setTimeout, typeof setInterval, typeof setImmediate, typeof queueMicrotask].join()', 'undefined,undefined,undefined,undefined'],
  ['require', 'require("fs").readFileSync("/etc/passwd")', /ReferenceError.*require/u],
  ['import()', 'await import("fs")', /could not load module/u],
  ['import', 'import fs from "fs"; fs', /SyntaxError/u],
  ['a network', 'await fetch("http://127.0.0.1")', /ReferenceError.*fetch/u],
  ['a constructor reached by way of an object', '({}).constructor.constructor("return typeof process")()', 'undefined'],
  ['a constructor reached by way of what the sandbox gave', 'print.constructor("return this")() === globalThis', 'true'],
  ['a constructor reached by way of an error', 'try { null.x } catch (e) { e.constructor.constructor("return typeof process")() }', 'undefined'],
  ['callers and arguments', 'try { print.caller } catch (e) { e.name } + String(print.arguments)', /TypeError|SyntaxError/u],
  ['names that are there beside the language\'s own', 'Object.keys(globalThis).join()', 'print,console'],
  ['the stack', 'new Error().stack.includes("/")', 'false'],
  // Tampering.
  ['prototypes changed', 'for (const p of [Object, Array, String, Promise, Error]) p.prototype.then = p.prototype.toString = () => { throw 1; }; 1', /./u],
  ['built-ins taken away', 'Array.prototype.map = String.prototype.toWellFormed = undefined; print(1)', 'The program threw what cannot be shown'],
  ['an error text of 1 MB', 'String.prototype.toWellFormed = () => "x".repeat(1e6); throw 1', /^x{1000}$/u],
  ['the output function replaced', 'globalThis.print = globalThis.console = null; 5', '5'],
  ['names of the sandbox declared again', 'const print = 1; let console = 2; function emit() {} print + console', '3'],
  ['strict mode', '"use strict"; undeclared = 1', /ReferenceError/u],
  ['a thenable that never settles', '({ then() {} })', /nothing settles/u],
  ['a promise that never settles', 'await new Promise(() => {})', /nothing settles/u],
  ['a promise that fails unheard', 'Promise.reject(new Error("unheard")); 7', '7'],
  ['nothing thrown', 'throw null', 'The program threw null'],
  ['a symbol thrown', 'throw Symbol("s")', 'The program threw Symbol(s)'],
  ['a NUL and half a character', '"a\\0b\\ud83d"', 'a\\0b\ufffd'],
  ['a NUL in the source', '1;\0 2', /SyntaxError/u],
];

test.each(ATTACKS)('%s', async (_, source, end) => {
  const sandbox = open();
  const start = performance.now();
  const { output, error } = await sandbox.run(source, NEVER);
  expect(performance.now() - start).toBeLessThan(LONGEST_MS);
  expect(Buffer.byteLength(output)).toBeLessThanOrEqual(8_000);
  expect(error ?? output).toEqual(typeof end === 'string' ? end : expect.stringMatching(end));
  expect(await sandbox.run('1 + 1', NEVER)).toEqual({ output: '2', isTruncated: false });
});

test('any source at all ends with a result', async () => {
  const sandbox = open();
  await fc.assert(fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (source) => {
    expect(typeof (await sandbox.run(source, NEVER)).output).toBe('string');
  }), { numRuns: 20 });
});

test('time stands still in a program, at the moment it was started and in UTC', async () => {
  const source = 'const start = Date.now(); for (let i = 0; i < 1e6; i++); [Date.now() - start, start, new Date().getTimezoneOffset()].join()';
  const before = Date.now();
  const [passed, now, offset] = (await open().run(source, NEVER)).output.split(',').map(Number);
  expect([passed, offset]).toEqual([0, 0]);
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});

test('random numbers are the same in every run, and differ within one', async () => {
  const source = 'const many = Array.from({ length: 1000 }, Math.random); [many[0], new Set(many).size, many.every((n) => n >= 0 && n < 1)].join()';
  const runs = [await open().run(source, NEVER), await open().run(source, NEVER)];
  expect(runs[0]).toEqual(runs[1]);
  expect(runs[0]?.output).toMatch(/^0\.\d+,1000,true$/u);
});

test('cancel ends a program at once, even one that heeds nothing, and those that wait; the next one runs', async () => {
  const sandbox = open();
  const controller = new AbortController();
  const running = sandbox.run('new Array(2 ** 32 - 1).indexOf(1)', controller.signal).catch((error: unknown) => error);
  const waiting = sandbox.run('1', controller.signal).catch((error: unknown) => error);
  const next = sandbox.run('2', NEVER);
  await new Promise((resolve) => { setTimeout(resolve, 500); });
  const start = performance.now();
  controller.abort();
  expect([await running, await waiting]).toMatchObject([{ code: 'cancelled' }, { code: 'cancelled' }]);
  expect(performance.now() - start).toBeLessThan(300);
  expect(await next).toMatchObject({ output: '2' });
});

test('a sandbox that is closed ends what runs and what waits, and runs nothing more', async () => {
  const sandbox = createQuickJsSandbox(BUILT);
  const ends = Promise.allSettled([sandbox.run('for (;;);', NEVER), sandbox.run('1', NEVER)]);
  await sandbox.dispose();
  const cancelled = { status: 'rejected', reason: { code: 'cancelled' } };
  expect(await ends).toMatchObject([cancelled, cancelled]);
  await expect(sandbox.run('1', NEVER)).rejects.toMatchObject({ code: 'cancelled' });
});

test('a sandbox with parts missing or damaged says so, and runs once they are there', async () => {
  const dir = await tempFolder();
  const files = { script: join(dir, 'sandbox.js'), wasm: join(dir, 'quickjs.wasm') };
  const sandbox = open(files);
  const failed = { code: 'tool.failed', message: expect.stringContaining('cannot run') as string };
  await expect(sandbox.run('1', NEVER)).rejects.toMatchObject(failed);
  await copyFile(BUILT.wasm, files.wasm);
  await expect(sandbox.run('1', NEVER)).rejects.toMatchObject(failed);
  await writeFile(files.script, '// ends without a word');
  await expect(sandbox.run('1', NEVER)).rejects.toMatchObject(failed);
  await copyFile(BUILT.script, files.script);
  expect(await sandbox.run('1', NEVER)).toMatchObject({ output: '1' });
  const broken = open({ ...files, wasm: files.script });
  await expect(broken.run('1', NEVER)).rejects.toMatchObject(failed);
});

test('the thread has nothing of Node but the way to say its result', async () => {
  const script = await readFile(BUILT.script, 'utf8');
  expect(new Set(script.match(/\brequire\(["'`][^"'`]*/gu))).toEqual(new Set(['require("node:worker_threads']));
  expect(script).not.toMatch(/\bprocess\.|\bimport\(["'`]/u);
});
