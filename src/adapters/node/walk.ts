import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { AssistantError } from '../../model/errors';
import type { FileEntry, FileListing } from '../../model/ports';
import { judge, reopened, rootRules, withFolderRules } from './ignoreRules';
import type { RuleChain } from './ignoreRules';
import { inclusionOf } from './inclusion';
import type { Inclusion } from './inclusion';

/** Where to walk and what to leave out. */
export interface WalkOptions {
  /** Absolute, with all links resolved. */
  readonly root: string;
  /** What is taken in although ignore rules leave it out, written as in an ignore file. */
  readonly include: readonly string[];
  /** What is left out besides, written as in an ignore file. */
  readonly exclude: readonly string[];
  readonly respectGitIgnore: boolean;
  /** Folders that are not walked, relative to the root, without links. */
  readonly without: readonly string[];
}

/** A folder to be read. */
interface Folder {
  /** Path inside the workspace, by the way it was reached; empty for the workspace itself. */
  readonly path: string;
  /** The same without links. */
  readonly real: string;
  readonly chain: RuleChain;
  /** False where the folder is left out, and walked only for what `include` names in it. */
  readonly isTaken: boolean;
}

/** An entry of a folder. */
interface Place {
  readonly path: string;
  readonly real: string;
  readonly folder: Folder;
}

/** Folders, and then files, that are asked for at the same time. */
const FOLDER_BATCH = 64;
const FILE_BATCH = 1024;

/** Lists a workspace: what really is in it first, then what links lead to inside of it and was not met yet. */
export async function walk(options: WalkOptions, signal: AbortSignal): Promise<FileListing> {
  return new Walk(options, signal).run();
}

class Walk {
  readonly #options: WalkOptions;
  readonly #signal: AbortSignal;
  readonly #inclusion: Inclusion;
  readonly #files: FileEntry[] = [];
  readonly #failed: { readonly path: string; readonly reason: string }[] = [];
  #links: Place[] = [];
  /** Real paths of what was taken: a place that several links lead to is taken once. */
  readonly #taken: Set<string>;

  constructor(options: WalkOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
    this.#inclusion = inclusionOf(options.include);
    this.#taken = new Set(['', ...options.without]);
  }

  async run(): Promise<FileListing> {
    const { root, exclude, respectGitIgnore } = this.#options;
    await this.#readAll([{ path: '', real: '', chain: await rootRules(root, exclude, respectGitIgnore), isTaken: true }]);
    while (this.#links.length > 0) {
      // In the order of their names: of two links to one place, always the same is followed.
      const links = this.#links.sort(byPath);
      this.#links = [];
      for (const link of links) {
        await this.#follow(link);
      }
    }
    return { files: this.#files.sort(byPath), failed: this.#failed.sort(byPath) };
  }

  async #readAll(folders: readonly Folder[]): Promise<void> {
    const pending = [...folders];
    while (pending.length > 0) {
      const batch = await Promise.all(pending.splice(-FOLDER_BATCH).map((folder) => this.#readFolder(folder)));
      for (const found of batch.flat()) {
        pending.push(found);
      }
    }
  }

  /** Lists one folder; returns the folders in it that are to be read. */
  async #readFolder(folder: Folder): Promise<Folder[]> {
    this.#throwIfCancelled();
    const absolute = join(this.#options.root, folder.real);
    let entries: Dirent[];
    try {
      entries = await readdir(absolute, { withFileTypes: true });
    } catch (error) {
      if (folder.path === '') {
        throw new AssistantError('files.unreadable', 'The workspace folder cannot be listed. Check its permissions.', { cause: error });
      }
      // One folder that cannot be read must not end the walk: it is reported.
      this.#failed.push({ path: folder.path, reason: reasonOf(error) });
      return [];
    }
    const names = new Set(entries.map(({ name }) => name));
    const chain = await withFolderRules(folder.chain, { absolute, path: folder.path, names }, this.#options.respectGitIgnore);
    const here = { ...folder, chain };
    const folders: Folder[] = [];
    const files: Place[] = [];
    for (const entry of entries.filter(({ name }) => name !== '.git')) {
      const place = { path: joined(folder.path, entry.name), real: joined(folder.real, entry.name), folder: here };
      if (entry.isSymbolicLink()) {
        this.#links.push(place);
      } else if (entry.isDirectory()) {
        folders.push(...this.#takeFolder(place));
      } else if (entry.isFile() && this.#takeFile(place)) {
        files.push(place);
      }
    }
    await this.#addFiles(files);
    return folders;
  }

  async #follow(link: Place): Promise<void> {
    this.#throwIfCancelled();
    const { root } = this.#options;
    try {
      const target = await realpath(join(root, link.real));
      const real = relative(root, target).split(sep).join('/');
      if (leaves(real) || real.split('/').includes('.git')) {
        return;
      }
      const place = { ...link, real };
      const found = await stat(target);
      if (found.isDirectory()) {
        await this.#readAll(this.#takeFolder(place));
      } else if (found.isFile() && this.#takeFile(place)) {
        await this.#addFiles([place]);
      }
    } catch (error) {
      if (error instanceof AssistantError) {
        throw error;
      }
      // A link that leads nowhere, or to itself, is no file.
    }
  }

  #takeFolder({ path, real, folder }: Place): Folder[] {
    if (this.#taken.has(real)) {
      return [];
    }
    const verdict = judge(folder.chain, path, true);
    const isTaken = this.#inclusion.takes(path, true) || (folder.isTaken && verdict !== 'out');
    if (!isTaken && !this.#inclusion.reaches(path)) {
      return [];
    }
    this.#taken.add(real);
    return [{ path, real, chain: verdict === 'in' ? reopened(folder.chain, path) : folder.chain, isTaken }];
  }

  #takeFile({ path, real, folder }: Place): boolean {
    const isTaken = this.#inclusion.takes(path, false) || (folder.isTaken && judge(folder.chain, path, false) !== 'out');
    if (!isTaken || this.#taken.has(real)) {
      return false;
    }
    this.#taken.add(real);
    return true;
  }

  async #addFiles(places: readonly Place[]): Promise<void> {
    for (let start = 0; start < places.length; start += FILE_BATCH) {
      this.#throwIfCancelled();
      await Promise.all(places.slice(start, start + FILE_BATCH).map((place) => this.#addFile(place)));
    }
  }

  async #addFile({ path, real }: Place): Promise<void> {
    try {
      const { size, mtimeMs } = await stat(join(this.#options.root, real));
      // By its own name, whatever a link calls it: the name tells what a file is, and whether it holds secrets.
      this.#files.push({ path: real, size, mtimeMs });
    } catch (error) {
      // Nothing is lost if it is gone since the folder was listed; a name that is not Unicode only looks so.
      if (!isGone(error) || path.includes('\ufffd')) {
        this.#failed.push({ path, reason: reasonOf(error) });
      }
    }
  }

  #throwIfCancelled(): void {
    if (this.#signal.aborted) {
      throw new AssistantError('cancelled', 'Listing the workspace was cancelled.');
    }
  }
}

/** Whether a `/`-separated path, relative to the workspace as far as can be, is outside of it. */
export function leaves(relativePath: string): boolean {
  return relativePath === '..' || relativePath.startsWith('../') || isAbsolute(relativePath);
}

function joined(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EACCES' || code === 'EPERM') {
    return 'Permission denied.';
  }
  return `It could not be read (${typeof code === 'string' ? code : String(error)}).`;
}
