import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { AssistantError } from '../../model/errors';
import type { PostingsStore } from '../../model/ports';
import { MiniSearchIndex } from './lexicalIndex';
import { Postings } from './postings';
import { seal, unseal } from './seal';
import type { Sealed } from './seal';

/** Where postings are kept. */
export interface PostingsStoreOptions {
  readonly dir: string;
  /**
   * Replaces one file atomically and makes its folder.
   * Rejects with AssistantError index.unwritable.
   */
  readonly writeFile: (path: string, bytes: Uint8Array) => Promise<void>;
}

const changesSchema = z.object({
  removed: z.array(z.string()),
  added: z.array(z.object({ id: z.string(), path: z.string(), headings: z.string(), body: z.string() })),
});

/**
 * Keeps postings in two files of a folder: a snapshot in MiniSearch's own JSON, which takes seconds to write where there
 * are many, and the few changes since, which are written instead until they are many as well.
 *
 * Postings can be made again from the files of the workspace, so whatever is wrong with them counts as absent.
 */
export function createPostingsStore({ dir, writeFile }: PostingsStoreOptions): PostingsStore {
  const snapshotPath = join(dir, 'postings.json');
  const changesPath = join(dir, 'postings-changes.json');
  /** Seal of the snapshot on disk: changes are worth keeping only with the one that they count from. */
  let onDisk: string | undefined;

  async function saveSnapshot(index: MiniSearchIndex, stamp: string): Promise<void> {
    const { seal: name, bytes } = seal(await index.snapshot(), [stamp]);
    await writeFile(snapshotPath, bytes);
    onDisk = name;
    index.keepAs(name);
  }

  return {
    create: () => new MiniSearchIndex(),

    async load(stamp) {
      const snapshot = unseal(await readIfAny(snapshotPath));
      if (snapshot === undefined) {
        return undefined;
      }
      onDisk = snapshot.seal;
      if (snapshot.marks[0] === stamp) {
        return restore(snapshot);
      }
      const changes = unseal(await readIfAny(changesPath));
      return changes?.marks[0] === stamp && changes.marks[1] === snapshot.seal ? restore(snapshot, changes) : undefined;
    },

    async save(index, stamp) {
      if (!(index instanceof MiniSearchIndex)) {
        throw new AssistantError('internal', 'Postings of another kind cannot be saved here. Please report this.');
      }
      const changes = onDisk === undefined ? undefined : index.changesSince(onDisk);
      if (onDisk === undefined || changes === undefined) {
        await saveSnapshot(index, stamp);
      } else {
        await writeFile(changesPath, seal(JSON.stringify(changes), [stamp, onDisk]).bytes);
      }
    },
  };
}

async function readIfAny(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch(() => undefined);
}

function restore(snapshot: Sealed, changes?: Sealed): MiniSearchIndex | undefined {
  try {
    const index = new MiniSearchIndex(Postings.parse(snapshot.text), snapshot.seal);
    if (changes !== undefined) {
      const { removed, added } = changesSchema.parse(JSON.parse(changes.text));
      index.remove(removed);
      index.add(added);
    }
    return index;
  } catch {
    return undefined; // whole, but in a form that is not taken any more
  }
}
