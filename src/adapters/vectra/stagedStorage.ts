import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import type { FileDetails, FileStorage } from 'vectra';

/**
 * The file storage given to Vectra. What Vectra writes is staged in memory, where it is read back from, and reaches
 * the disk with {@link StagedStorage.flush}, each file atomically. So a commit of Vectra's can neither fail half-way
 * nor, as its own storage does, truncate the file that it replaces.
 */
export class StagedStorage implements FileStorage {
  readonly #writeFile: (path: string, bytes: Uint8Array) => Promise<void>;
  /** By resolved path: Vectra joins with `/` on every system. */
  readonly #staged = new Map<string, Buffer>();

  /** @param writeFile - replaces one file atomically and makes its folder. */
  constructor(writeFile: (path: string, bytes: Uint8Array) => Promise<void>) {
    this.#writeFile = writeFile;
  }

  /** Writes what is staged. What could not be written stays staged, and in use. */
  async flush(): Promise<void> {
    for (const [path, bytes] of this.#staged) {
      await this.#writeFile(path, bytes);
      if (this.#staged.get(path) === bytes) {
        this.#staged.delete(path);
      }
    }
  }

  async createFile(path: string, content: Buffer | string): Promise<void> {
    if (await this.pathExists(path)) {
      throw new Error(`${basename(path)} exists`);
    }
    await this.upsertFile(path, content);
  }

  upsertFile(path: string, content: Buffer | string): Promise<void> {
    this.#staged.set(resolve(path), typeof content === 'string' ? Buffer.from(content) : content);
    return Promise.resolve();
  }

  async readFile(path: string): Promise<Buffer> {
    return this.#staged.get(resolve(path)) ?? (await readFile(path));
  }

  async pathExists(path: string): Promise<boolean> {
    if (this.#staged.has(resolve(path))) {
      return true;
    }
    return stat(path).then(
      () => true,
      () => false,
    );
  }

  /** Folders come into being with their first file. */
  createFolder(): Promise<void> {
    return Promise.resolve();
  }

  async deleteFile(path: string): Promise<void> {
    this.#staged.delete(resolve(path));
    await rm(path, { force: true });
  }

  async deleteFolder(path: string): Promise<void> {
    for (const staged of this.#staged.keys()) {
      if (staged.startsWith(resolve(path) + sep)) {
        this.#staged.delete(staged);
      }
    }
    await rm(path, { recursive: true, force: true });
  }

  async getDetails(path: string): Promise<FileDetails> {
    const isFolder = !this.#staged.has(resolve(path)) && (await stat(path)).isDirectory();
    return { name: basename(path), path, isFolder };
  }

  async listFiles(path: string): Promise<FileDetails[]> {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.map((entry) => ({ name: entry.name, path: join(path, entry.name), isFolder: entry.isDirectory() }));
  }
}
