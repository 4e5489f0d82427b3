import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { AssistantError } from '../../model/errors';

/** Writes a file whole or not at all; folders on the way are made. Rejects with `index.unwritable`. */
export type WriteFile = (path: string, bytes: Uint8Array) => Promise<void>;

/** Marks the temporary files of this run: whatever carries another mark was left by a writer that died. */
const RUN = randomBytes(6).toString('hex');
const LEFTOVER = /\.([0-9a-f]{12})-\d+\.tmp$/;

/** Windows refuses to replace a file that a scanner or a reader has open; it lets go within moments. */
const BUSY = new Set(['EPERM', 'EACCES', 'EBUSY']);
const RETRY_DELAYS_MS = [10, 40, 160, 640];

let written = 0;

/**
 * Replaces a file so that a reader, or a crash at any moment, sees the old bytes or the new ones, never a mixture:
 * temporary file beside it, flushed to the disk, then renamed over it.
 *
 * @throws AssistantError index.unwritable; the old file is then untouched.
 */
export const writeFileAtomically: WriteFile = async (path, bytes) => {
  written += 1;
  const temporary = `${path}.${RUN}-${String(written)}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFlushed(temporary, bytes);
    await renameOver(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => undefined); // the first failure is the one to tell
    throw unwritable(basename(path), cause);
  }
};

/** Removes what writers that died left below a folder. Call it only while holding the folder's lock. */
export async function removeLeftovers(dir: string): Promise<void> {
  const names = await readdir(dir, { recursive: true }).catch(() => []);
  for (const name of names) {
    const run = LEFTOVER.exec(name)?.[1];
    if (run !== undefined && run !== RUN) {
      await rm(join(dir, name), { force: true });
    }
  }
}

/** The error for a part of the index that could not be written. `name` is a file or folder name, not a path. */
export function unwritable(name: string, cause: unknown): AssistantError {
  const reason = errorCode(cause) ?? String(cause);
  return new AssistantError(
    'index.unwritable',
    `Could not write ${name} of the index (${reason}). The version saved before is kept; free some disk space or check the folder's permissions, then index again.`,
    { cause, retryable: true },
  );
}

/** The code of a Node system error, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

async function writeFlushed(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function renameOver(from: string, to: string): Promise<void> {
  for (const delayMs of RETRY_DELAYS_MS) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (process.platform !== 'win32' || !BUSY.has(errorCode(error) ?? '')) {
        throw error;
      }
      await wait(delayMs);
    }
  }
  await rename(from, to);
}
