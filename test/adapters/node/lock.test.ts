import { spawn } from 'node:child_process';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { acquireLock } from '../../../src/adapters/node/lock';
import { tempFolder } from '../../support/tempFolder';

const SOURCE = join(import.meta.dirname, '../../../src/adapters/node/lock.ts');

/** Runs a contender in a process of its own: it tries once, says whether it won, and ends without giving back. */
async function contenders(dir: string, count: number): Promise<string[]> {
  const outfile = join(await tempFolder(), 'lock.mjs');
  await build({ entryPoints: [SOURCE], outfile, bundle: true, platform: 'node', format: 'esm' });
  const script = `
    const { acquireLock } = await import(${JSON.stringify(pathToFileURL(outfile).href)});
    const lock = await acquireLock(${JSON.stringify(dir)});
    process.stdout.write(lock ? 'won' : 'lost');
    await new Promise((done) => setTimeout(done, lock ? 3000 : 0));`;
  const run = () =>
    new Promise<string>((done) => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
      let output = '';
      child.stdout.on('data', (chunk) => (output += String(chunk)));
      child.on('close', () => {
        done(output);
      });
    });
  return Promise.all(Array.from({ length: count }, run));
}

test('one writer at a time, and the next one when it has given back', async () => {
  const dir = join(await tempFolder(), 'index');
  const first = await acquireLock(dir);
  expect(await acquireLock(dir)).toBeUndefined();
  await first?.dispose();
  await first?.dispose();
  const second = await acquireLock(dir);
  expect(second).toBeDefined();
  await first?.dispose();
  expect(await acquireLock(dir)).toBeUndefined();
  await second?.dispose();
  expect(await readdir(dir)).toEqual([]);
});

test('of many processes one wins; when it has died the lock is taken over, again by one', async () => {
  const dir = await tempFolder();
  expect((await contenders(dir, 6)).sort()).toEqual(['lost', 'lost', 'lost', 'lost', 'lost', 'won']);
  expect(await readdir(dir)).toEqual(['writer.lock']);
  expect((await contenders(dir, 6)).sort()).toEqual(['lost', 'lost', 'lost', 'lost', 'lost', 'won']);
});

test.runIf(process.platform === 'linux')('a living process with the number of a dead one does not hold its lock', async () => {
  const dir = await tempFolder();
  await acquireLock(dir);
  const path = join(dir, 'writer.lock');
  const holder = JSON.parse(await readFile(path, 'utf8')) as object;
  await writeFile(path, JSON.stringify({ ...holder, pid: process.ppid, started: '1' }));
  expect(await acquireLock(dir)).toBeDefined();
});

test('a lock of this process that nobody here holds was left by a thread that died', async () => {
  const dir = await tempFolder();
  const lock = await acquireLock(dir);
  const path = join(dir, 'writer.lock');
  const holder = JSON.parse(await readFile(path, 'utf8')) as object;
  expect(await acquireLock(dir)).toBeUndefined();
  await writeFile(path, JSON.stringify({ ...holder, token: 'of a dead thread' }));
  expect(await acquireLock(dir)).toBeDefined();
  await lock?.dispose();
  expect(await acquireLock(dir)).toBeUndefined();
});

test('a lock that a crash left unfinished is respected for a moment, then taken over', async () => {
  const dir = await tempFolder();
  const path = join(dir, 'writer.lock');
  await writeFile(path, '{"pid":');
  expect(await acquireLock(dir)).toBeUndefined();
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(path, longAgo, longAgo);
  expect(await acquireLock(dir)).toBeDefined();
});

test('a folder that cannot be made is an error, not a lost race', async () => {
  const file = join(await tempFolder(), 'file');
  await writeFile(file, '');
  await expect(acquireLock(join(file, 'index'))).rejects.toMatchObject({ code: 'index.unwritable' });
});
