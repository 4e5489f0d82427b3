import { lstat, open, readdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AssistantError } from '../../model/errors';
import { LOCK_FILE } from './lock';
import { MANIFEST_FILE, MANIFEST_MARK } from './manifestStore';

/** What an index folder holds. */
const FILES: readonly string[] = [MANIFEST_FILE, 'postings.json', 'postings-changes.json'];
const FOLDERS: readonly string[] = ['vectors'];
/** Temporary files, locks, and what systems put into any folder. */
const PASSING = /\.tmp$|^\.|^lost\+found$|^(?:desktop\.ini|Thumbs\.db)$/;

/**
 * Refuses a folder that an index would damage: one with files of another kind and no index, or the workspace itself.
 * A folder that is missing or empty is as good as one with an index.
 *
 * @throws AssistantError config.invalid
 */
export async function refuseForeignFolder(dir: string, workspace: string): Promise<void> {
  const names = await readdir(dir).catch(() => []); // what is in its way shows when it is written
  if (names.length > 0 && (await realpath(dir)) === (await realpath(workspace).catch(() => workspace))) {
    throw refused(dir, 'is the folder that is to be indexed');
  }
  const isForeign = (name: string): boolean => !FILES.includes(name) && !FOLDERS.includes(name) && !name.startsWith(LOCK_FILE) && !PASSING.test(name);
  if (names.some(isForeign) && !(await holdsIndex(dir))) {
    throw refused(dir, 'holds other files');
  }
}

/** Removes what stands in the place of a part of the index and is of another kind: nothing else could ever be written there. */
export async function clearPlaces(dir: string): Promise<void> {
  const places = [...FILES.map((name) => ({ name, isFolder: false })), ...FOLDERS.map((name) => ({ name, isFolder: true }))];
  for (const { name, isFolder } of places) {
    const found = await lstat(join(dir, name)).catch(() => undefined);
    if (found !== undefined && (isFolder ? !found.isDirectory() : !found.isFile())) {
      await rm(join(dir, name), { recursive: true, force: true });
    }
  }
}

async function holdsIndex(dir: string): Promise<boolean> {
  const file = await open(join(dir, MANIFEST_FILE)).catch(() => undefined);
  try {
    const head = Buffer.alloc(MANIFEST_MARK.length);
    await file?.read(head);
    return head.toString() === MANIFEST_MARK;
  } finally {
    await file?.close();
  }
}

function refused(dir: string, what: string): AssistantError {
  return new AssistantError('config.invalid', `The index cannot be kept in ${dir}: it ${what}. Choose a folder that is empty or not there yet.`);
}
