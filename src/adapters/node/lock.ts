import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { errorCode, unwritable } from './atomicFile';

/** Name of the lock in the index folder. */
export const LOCK_FILE = 'writer.lock';

/** The locks of this thread. */
const held = new Set<string>();

/** The right to write into one index folder. */
export interface Lock {
  /** Gives the right back. May be called more than once. */
  dispose(): Promise<void>;
}

const holderSchema = z.object({
  pid: z.int().positive(),
  /** When the process started, in the system's own measure; absent where the system does not tell. */
  started: z.string().optional(),
  token: z.string(),
});
type Holder = z.infer<typeof holderSchema>;

/** A lock file is written within moments of being made; one that is still unreadable then was left by a crash. */
const UNFINISHED_MS = 5_000;

/**
 * Takes the lock of a folder, from a dead process if need be; the folder is made if missing.
 *
 * @returns nothing if a living process holds it.
 * @throws AssistantError index.unwritable
 */
export async function acquireLock(dir: string): Promise<Lock | undefined> {
  const path = join(dir, LOCK_FILE);
  try {
    await mkdir(dir, { recursive: true });
    const token = (await create(path)) ?? (await takeOver(path));
    return token === undefined ? undefined : { dispose: () => release(path, token) };
  } catch (cause) {
    throw unwritable(LOCK_FILE, cause);
  }
}

/** Makes the lock file, unless there is one. */
async function create(path: string): Promise<string | undefined> {
  const token = randomUUID();
  const holder: Holder = { pid: process.pid, started: await processStart(process.pid), token };
  if (!(await createExclusively(path, JSON.stringify(holder)))) {
    return undefined;
  }
  held.add(token);
  return token;
}

/**
 * Replaces a lock whose holder is dead. Removing it is itself exclusive: otherwise a slow contender could remove
 * the lock that a fast one has just made.
 */
async function takeOver(path: string): Promise<string | undefined> {
  if (await isHeld(path)) {
    return undefined;
  }
  const guard = `${path}.takeover`;
  if ((await ageMs(guard)) > UNFINISHED_MS) {
    await rm(guard, { force: true });
  }
  if (!(await createExclusively(guard, ''))) {
    return undefined;
  }
  try {
    if (await isHeld(path)) {
      return undefined;
    }
    await rm(path, { recursive: true, force: true }); // whatever it is that stands there
    return await create(path);
  } finally {
    await rm(guard, { force: true });
  }
}

async function release(path: string, token: string): Promise<void> {
  held.delete(token);
  if ((await readHolder(path))?.token === token) {
    await rm(path, { force: true });
  }
}

async function isHeld(path: string): Promise<boolean> {
  const holder = await readHolder(path);
  return holder === undefined ? (await ageMs(path)) < UNFINISHED_MS : isAlive(holder);
}

/**
 * The pid alone does not tell: systems use them again, and a thread that died leaves its process alive. A process has one
 * thread for a folder, so a lock of this process that this thread does not hold is a dead thread's.
 */
async function isAlive(holder: Holder): Promise<boolean> {
  if (holder.pid === process.pid) {
    return held.has(holder.token);
  }
  try {
    process.kill(holder.pid, 0); // signal 0 only asks
  } catch (error) {
    if (errorCode(error) !== 'EPERM') {
      return false;
    }
  }
  const started = await processStart(holder.pid);
  return started === undefined || holder.started === undefined || started === holder.started;
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return holderSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined; // missing, or not (yet) written whole: its age decides
  }
}

/** Age of a file; infinite if it is not there. */
async function ageMs(path: string): Promise<number> {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch {
    return Infinity;
  }
}

async function createExclusively(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') {
      return false;
    }
    throw error;
  }
}

/** Start time of a process in clock ticks since boot: field 22 of Linux's `stat`; nothing on other systems. */
async function processStart(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${String(pid)}/stat`, 'utf8').catch(() => '');
  // The second field is the program's name in parentheses and may hold anything, so count from its end.
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19];
}
