import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';

/** Where the index of a folder is kept unless told otherwise: one folder per workspace in the user's cache. */
export function defaultIndexDir(folder: string, env: NodeJS.ProcessEnv): string {
  const cache = env.XDG_CACHE_HOME ?? env.LOCALAPPDATA ?? join(homedir(), '.cache');
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
