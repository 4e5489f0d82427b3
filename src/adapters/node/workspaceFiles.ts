import { realpath, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { AssistantError } from '../../model/errors';
import type { WorkspaceFiles } from '../../model/ports';
import { NotReadable, readRegularFile } from './regularFile';
import { leaves, walk } from './walk';

/** Which folder is the workspace, and what of it counts. Patterns are written as in an ignore file. */
export interface WorkspaceFilesOptions {
  readonly root: string;
  /** Taken in although ignore rules leave it out. A pattern opens a left-out folder only if it names that folder. */
  readonly include?: readonly string[];
  /** Left out besides. */
  readonly exclude?: readonly string[];
  /** Whether `.gitignore` and `.git/info/exclude` count, by default they do. `.docmindignore` always counts. */
  readonly respectGitIgnore?: boolean;
  /** A folder that is never listed, whatever leads there, such as that of the index. */
  readonly without?: string;
  /** Larger files are not read; by default all are. */
  readonly maxBytes?: number;
}

/** The files of a folder on disk. */
export function createWorkspaceFiles(options: WorkspaceFilesOptions): WorkspaceFiles {
  const { root, include = [], exclude = [], respectGitIgnore = true } = options;
  return {
    list: async (signal) => {
      const real = await realRoot(root);
      const without = options.without === undefined ? [] : [relative(real, await realPlace(options.without)).split(sep).join('/')];
      return walk({ root: real, include, exclude, respectGitIgnore, without }, signal);
    },
    read: (path) => readInside(root, path, options.maxBytes),
  };
}

async function realRoot(root: string): Promise<string> {
  let real: string;
  try {
    real = await realpath(resolve(root));
  } catch (error) {
    throw new AssistantError('files.notFound', `The folder ${root} does not exist or cannot be opened. Open another one.`, { cause: error });
  }
  if (!(await stat(real)).isDirectory()) {
    throw new AssistantError('files.notFound', `${root} is a file, not a folder. Open the folder that it is in.`);
  }
  return real;
}

/** The path without links; as it is where nothing is there yet. */
async function realPlace(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}

async function readInside(root: string, path: string, maxBytes: number | undefined): Promise<Uint8Array> {
  if (path === '' || path.includes('\0') || leaves(path) || path.split('/').includes('..')) {
    throw outside(path);
  }
  try {
    const folder = await realRoot(root);
    const target = await realpath(join(folder, path));
    if (leaves(relative(folder, target).split(sep).join('/'))) {
      throw outside(path);
    }
    return await readRegularFile(target, maxBytes);
  } catch (error) {
    throw error instanceof AssistantError ? error : readingError(path, error);
  }
}

function outside(path: string): AssistantError {
  return new AssistantError('files.unreadable', `${path} leads out of the workspace. Only files inside it are read.`);
}

function readingError(path: string, error: unknown): AssistantError {
  if (error instanceof NotReadable) {
    return new AssistantError('files.unreadable', `${path} ${error.message}.`);
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return code === 'ENOENT' || code === 'ENOTDIR'
    ? new AssistantError('files.notFound', `${path} is not in the workspace any more.`, { cause: error })
    : new AssistantError('files.unreadable', `${path} could not be read (${code}). Check its permissions.`, { cause: error });
}
