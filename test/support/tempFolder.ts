import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new folder that is removed when the test ends. */
export async function tempFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'docmind-test-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}
