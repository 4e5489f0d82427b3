import { AssistantError } from '../../src/model/errors';
import type { FileListing, WorkspaceFiles } from '../../src/model/ports';

/** A workspace in memory. Knows no ignore rules: what was written is what is listed. */
export class MemoryFiles implements WorkspaceFiles {
  readonly #files = new Map<string, { readonly bytes: Uint8Array; readonly mtimeMs: number }>();
  /** Every write is a moment of its own, so that a rewrite is seen by its time alone. */
  #now = 1;

  constructor(files: Readonly<Record<string, string | Uint8Array>> = {}) {
    for (const [path, content] of Object.entries(files)) {
      this.write(path, content);
    }
  }

  write(path: string, content: string | Uint8Array): void {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    this.#files.set(path, { bytes, mtimeMs: this.#now++ });
  }

  remove(path: string): void {
    this.#files.delete(path);
  }

  async list(signal: AbortSignal): Promise<FileListing> {
    if (signal.aborted) {
      throw new AssistantError('cancelled', 'Listing the workspace was cancelled.');
    }
    const files = [...this.#files].map(([path, { bytes, mtimeMs }]) => ({ path, size: bytes.length, mtimeMs }));
    return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), failed: [] };
  }

  async read(path: string): Promise<Uint8Array> {
    if (path.startsWith('/') || path.split('/').includes('..')) {
      throw new AssistantError('files.unreadable', `${path} leaves the workspace. Give a path inside it.`);
    }
    const file = this.#files.get(path);
    if (!file) {
      throw new AssistantError('files.notFound', `${path} is not in the workspace.`);
    }
    return file.bytes;
  }
}
