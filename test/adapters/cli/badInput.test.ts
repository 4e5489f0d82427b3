import { mkdir, open, readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../support/tempFolder';
import { docmind, parsed } from './docmind';

const PAGE = '# Retries\n\nA failed job is tried five times.\n';

/** A workspace with one good page, and an index folder. */
async function workspace() {
  const [folder, dir] = [await tempFolder(), await tempFolder()];
  await writeFile(join(folder, 'retries.md'), PAGE);
  const index = async () => parsed(await docmind(['index', folder, '--json', '--index-dir', dir]));
  const search = () => docmind(['search', folder, 'failed job', '--json', '--index-dir', dir]);
  return { folder, dir, index, search };
}

test('bad usage ends with 2, the reason and the usage', async () => {
  const run = await docmind(['search']);
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toMatch(/needs a folder[^]*Usage:/u);
});

test('a program is told of it in one object, as of every failure', async () => {
  const run = await docmind(['ask', 'folder', 'question', '--json', '--max-rounds', '0']);
  expect(run.code).toBe(2);
  expect(parsed(run)).toEqual({ error: { code: 'config.invalid', message: "--max-rounds needs a whole number from 1 to 10, not '0'.", retryable: false } });
});

test('a folder that is not there is named, and no index is made for it', async () => {
  const dir = await tempFolder();
  const run = await docmind(['index', join(dir, 'nowhere'), '--json', '--index-dir', join(dir, 'index')]);
  expect(run.code).toBe(1);
  expect(parsed(run)).toMatchObject({ error: { code: 'files.notFound' } });
  expect(run.stderr).toContain('nowhere');
});

test('a file in place of a folder is refused', async () => {
  const { folder, dir } = await workspace();
  const run = await docmind(['index', join(folder, 'retries.md'), '--index-dir', dir]);
  expect(run.code).toBe(1);
  expect(run.stderr).toContain('retries.md');
});

test('an empty workspace is indexed as empty, and nothing is found in it', async () => {
  const [folder, dir] = [await tempFolder(), await tempFolder()];
  expect(parsed(await docmind(['index', folder, '--json', '--index-dir', dir]))).toMatchObject({ files: 0, passages: 0, failed: [] });
  const run = await docmind(['ask', folder, 'Is anybody there?', '--json', '--index-dir', dir]);
  expect(run.code).toBe(3);
  expect(parsed(run)).toMatchObject({ stopReason: 'nothingFound', citations: [] });
});

test('binary, huge, secret and minified files are left out by reason; the page beside them is found', async () => {
  const { folder, index, search } = await workspace();
  await writeFile(join(folder, 'blob.md'), Buffer.from([1, 0, 2, 0, 0, 255, 0, 3]));
  await writeFile(join(folder, 'huge.txt'), 'x');
  await truncate(join(folder, 'huge.txt'), 200 * 1024 * 1024);
  await writeFile(join(folder, '.env'), 'TOKEN=1');
  expect(await index()).toMatchObject({ files: 1, skipped: { binary: 1, tooLarge: 1, secret: 1 }, failed: [] });
  expect((await search()).code).toBe(0);
});

test('bytes that are no text are not a failure of the others', async () => {
  const { folder, index, search } = await workspace();
  await writeFile(join(folder, 'latin.md'), Buffer.from([...Buffer.from('# Caf'), 0xe9, ...Buffer.from(' menu\n\nJob list.\n')]));
  expect(await index()).toMatchObject({ files: 2, failed: [] });
  expect((await search()).code).toBe(0);
});

test('a link that leads out of the workspace, or round in circles, is not followed', async () => {
  const { folder, index } = await workspace();
  const outside = await tempFolder();
  await writeFile(join(outside, 'secret.md'), '# Secret\n\nNot yours.\n');
  await symlink(outside, join(folder, 'out'));
  await symlink(folder, join(folder, 'loop'));
  expect(await index()).toMatchObject({ files: 1 });
});

test.each(['truncated', 'garbage', 'emptied'] as const)('an index whose files are %s is built again, and the answer is right', async (how) => {
  const { dir, index, search } = await workspace();
  await index();
  for (const file of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (file.isFile()) {
      const path = join(file.parentPath, file.name);
      const { length } = await readFile(path);
      await (how === 'truncated' ? truncate(path, Math.floor(length / 2)) : writeFile(path, how === 'garbage' ? 'not an index' : ''));
    }
  }
  const run = await search();
  expect(run.code).toBe(0);
  expect(run.stderr).toMatch(/damaged|rebuilt|cannot be read|set aside/iu);
  expect(parsed(run).hits).toEqual([expect.objectContaining({ path: 'retries.md', startLine: 1, endLine: 3 })]);
  expect(await index()).toMatchObject({ embedded: 0, warnings: [] });
});

test('an index folder that cannot be made is named', async () => {
  const { folder } = await workspace();
  const run = await docmind(['index', folder, '--index-dir', join(folder, 'retries.md', 'index')]);
  expect(run.code).toBe(1);
  expect(run.stderr).not.toContain('    at ');
});

test('a second process at the same index waits for nobody and says so', async () => {
  const { folder, dir, index } = await workspace();
  await index();
  await mkdir(dir, { recursive: true });
  const lock = await open(join(dir, 'writer.lock'), 'w');
  await lock.writeFile(JSON.stringify({ pid: process.pid, token: 'test' }));
  await lock.close();
  await writeFile(join(folder, 'new.md'), '# New\n\nA page that the other process has not seen.\n');
  const run = await docmind(['search', folder, 'failed job', '--json', '--index-dir', dir]);
  expect(run.code).toBe(0);
  expect(run.stderr).toContain('Another process');
});
