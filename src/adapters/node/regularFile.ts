import { constants, open } from 'node:fs/promises';

/** Why a file was not read. */
export class NotReadable extends Error {}

/**
 * Reads a regular file of at most `maxBytes`. A pipe, a device or anything else that may never end is refused, and is
 * not waited for while it is opened; a file that grows is read as far as it reached when it was opened.
 *
 * @throws NotReadable, or the error of the system.
 */
export async function readRegularFile(path: string, maxBytes = Infinity): Promise<Buffer> {
  // Opening a pipe without this flag waits for a writer. Windows has neither.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = await file.stat();
    if (!found.isFile()) {
      throw new NotReadable('is not a file');
    }
    if (found.size > maxBytes) {
      throw new NotReadable('is too large');
    }
    // Files of the kernel say that they are empty, and some of them never end.
    return found.size === 0 ? Buffer.alloc(0) : await file.readFile();
  } finally {
    await file.close();
  }
}
