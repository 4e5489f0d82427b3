import { readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RemoteIndex } from '../../../src/engine/remoteIndex';
import { tempFolder } from '../../support/tempFolder';
import { docmind } from './docmind';

const DIST = join(import.meta.dirname, '../../../dist');
const never = new AbortController().signal;

async function workspace(): Promise<string> {
  const folder = await tempFolder();
  await writeFile(join(folder, 'retries.md'), '# Retries\n\nA failed job is tried five times.\n');
  return folder;
}

/** The debug logs that the runtime leaves where it reports its use. */
async function reportLogs(): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith('mat-debug-')).sort();
}

test('the runtime that embeds reports to no one: the cache holds the index and nothing else', async () => {
  const [folder, cache] = [await workspace(), await tempFolder()];
  const run = await docmind(['search', folder, 'failed job', '--json'], { XDG_CACHE_HOME: cache, LOCALAPPDATA: cache, HOME: cache });
  expect(run.code).toBe(0);
  expect(await readdir(cache)).toEqual(['docmind']);
});

test('nor does it in the index thread, whose environment is that of the process', async () => {
  const [folder, dir, before] = [await workspace(), await tempFolder(), await reportLogs()];
  delete process.env.ORT_DISABLE_TELEMETRY;
  const index = new RemoteIndex(join(DIST, 'engine.js'), { root: folder, dir, assets: DIST, maxFileBytes: 1e6, exclude: [], include: [] }, () => Promise.resolve(undefined));
  expect(await index.sync(() => undefined, never)).toMatchObject({ tiers: ['keyword', 'semantic'] });
  await index.dispose();
  const own = `mat-debug-${process.pid}.log`;
  expect((await reportLogs()).filter((name) => name === own && !before.includes(name))).toEqual([]);
});

test('a question of a hundred kilobytes is answered', async () => {
  const [folder, dir] = [await workspace(), await tempFolder()];
  const question = 'how often is a failed job tried '.repeat(3200);
  const run = await docmind(['search', folder, question, '--json', '--index-dir', dir]);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout).toContain('retries.md');
});
