import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { AssistantError } from '../../model/errors';
import type { PostingsStore } from '../../model/ports';
import { MiniSearchIndex } from './lexicalIndex';
import { Postings } from './postings';

/** Where postings are kept. */
export interface PostingsStoreOptions {
  readonly dir: string;
  /**
   * Replaces one file atomically and makes its folder.
   * Rejects with AssistantError index.unwritable.
   */
  readonly writeFile: (path: string, bytes: Uint8Array) => Promise<void>;
}

/** Raise it whenever the tokenizer or the fields change: postings of another format are made anew. */
const FORMAT = 'docmind-postings 1';

/**
 * Keeps postings in `postings.json` of a folder: one line with format, checksum of the rest and stamp, then
 * MiniSearch's own JSON. Postings can be made again from the files, so whatever is wrong with them counts as absent.
 */
export function createPostingsStore({ dir, writeFile }: PostingsStoreOptions): PostingsStore {
  const path = join(dir, 'postings.json');
  return {
    create: () => new MiniSearchIndex(),
    async load(stamp) {
      const bytes = await readFile(path).catch(() => undefined);
      return bytes === undefined ? undefined : decode(bytes, stamp);
    },
    async save(index, stamp) {
      if (!(index instanceof MiniSearchIndex)) {
        throw new AssistantError('internal', 'Postings of another kind cannot be saved here. Please report this.');
      }
      const body = Buffer.from(await index.serialize());
      await writeFile(path, Buffer.concat([Buffer.from(`${headOf(body, stamp)}\n`), body]));
    },
  };
}

function decode(bytes: Buffer, stamp: string): MiniSearchIndex | undefined {
  const headEnd = bytes.indexOf('\n');
  const body = bytes.subarray(headEnd + 1);
  if (headEnd < 0 || bytes.toString('utf8', 0, headEnd) !== headOf(body, stamp)) {
    return undefined;
  }
  try {
    return new MiniSearchIndex(Postings.parse(body.toString('utf8')));
  } catch {
    return undefined; // whole, but in a form that this version of MiniSearch does not take
  }
}

/** JSON keeps whatever the stamp holds on one line. */
function headOf(body: Buffer, stamp: string): string {
  return `${FORMAT} ${crc32(body).toString(16)} ${JSON.stringify(stamp)}`;
}
