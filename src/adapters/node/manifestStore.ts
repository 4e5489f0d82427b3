import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AssistantError } from '../../model/errors';
import type { ManifestStore } from '../../model/ports';
import { errorCode, writeFileAtomically } from './atomicFile';
import type { WriteFile } from './atomicFile';
import { hashBytes } from './hash';
import { packManifest, unpackManifest } from './manifestCodec';

/** Raise it whenever {@link packManifest} changes its form: an index of another format is built anew. */
const FORMAT = 'docmind-manifest 1';

/** What a manifest of any format begins with. */
export const MANIFEST_MARK = 'docmind-manifest ';

export const MANIFEST_FILE = 'manifest.json';

/**
 * Keeps the manifest in `manifest.json` of a folder: one line with the format and the checksum of the rest, then JSON.
 */
export function createManifestStore(dir: string, write: WriteFile = writeFileAtomically): ManifestStore {
  const path = join(dir, MANIFEST_FILE);
  return {
    async load() {
      const bytes = await readIfPresent(path);
      return bytes === undefined ? undefined : decode(bytes);
    },
    async save(manifest) {
      const body = Buffer.from(JSON.stringify(packManifest(manifest)));
      const head = Buffer.from(`${FORMAT} ${hashBytes(body)}\n`);
      await write(path, Buffer.concat([head, body]));
    },
  };
}

async function readIfPresent(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') {
      return undefined;
    }
    throw corrupt(`cannot be read (${errorCode(cause) ?? 'unknown error'})`, cause);
  }
}

function decode(bytes: Buffer) {
  const headEnd = bytes.indexOf('\n');
  const head = bytes.toString('utf8', 0, Math.max(0, headEnd));
  const body = bytes.subarray(headEnd + 1);
  if (head !== `${FORMAT} ${hashBytes(body)}`) {
    throw corrupt(head.startsWith(`${FORMAT} `) ? 'is damaged' : 'was written by another version or is damaged');
  }
  try {
    return unpackManifest(JSON.parse(body.toString('utf8')));
  } catch (cause) {
    throw corrupt('does not hold what it should', cause);
  }
}

function corrupt(what: string, cause?: unknown): AssistantError {
  return new AssistantError('index.corrupt', `The index file ${MANIFEST_FILE} ${what}. Build the index again.`, { cause });
}
