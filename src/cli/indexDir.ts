import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, isAbsolute, join, resolve } from 'node:path';

/** Where the index of a folder is kept unless told otherwise: one folder per workspace in the user's cache. */
export function defaultIndexDir(folder: string, env: NodeJS.ProcessEnv): string {
  // A relative path, or an empty one, means no place: an index would otherwise appear wherever the command is run.
  const cache = [env.XDG_CACHE_HOME, env.LOCALAPPDATA, join(homedir(), '.cache')].find((path) => path !== undefined && isAbsolute(path)) ?? join(tmpdir(), '.cache');
  const real = realPath(folder);
  const name = basename(real).replace(/[^\w.-]/gu, '_').slice(0, 40);
  const hash = createHash('sha256').update(real).digest('hex').slice(0, 12);
  return join(cache, 'docmind', `${name}-${hash}`);
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    // A folder that is not there is refused later, with a message of its own.
    return resolve(folder);
  }
}
