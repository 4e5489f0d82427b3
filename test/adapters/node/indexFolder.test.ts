import { execFileSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clearPlaces, refuseForeignFolder } from '../../../src/adapters/node/indexFolder';
import { createManifestStore } from '../../../src/adapters/node/manifestStore';
import { tempFolder } from '../../support/tempFolder';

test('a folder is as good as new if it is missing, empty, or holds what an index or a system puts there', async () => {
  const [dir, workspace] = [await tempFolder(), await tempFolder()];
  await refuseForeignFolder(join(dir, 'missing'), workspace);
  await refuseForeignFolder(dir, workspace);
  await mkdir(join(dir, 'vectors'));
  for (const name of ['manifest.json', 'postings.json', 'writer.lock', 'writer.lock.takeover', 'manifest.json.0123456789ab-1.tmp', '.DS_Store']) {
    await writeFile(join(dir, name), 'damaged');
  }
  await refuseForeignFolder(dir, workspace);
});

test('a folder with other files is refused, unless an index is there already', async () => {
  const [dir, workspace] = [await tempFolder(), await tempFolder()];
  await writeFile(join(dir, 'manifest.json'), '{"name":"my extension"}');
  await writeFile(join(dir, 'popup.html'), '');
  await expect(refuseForeignFolder(dir, workspace)).rejects.toMatchObject({ code: 'config.invalid', message: expect.stringContaining('other files') as string });
  await createManifestStore(dir).save({ rules: '', postings: '', files: [] });
  await refuseForeignFolder(dir, workspace);
});

test('the workspace itself is no place for its index', async () => {
  const workspace = await tempFolder();
  await refuseForeignFolder(join(workspace, 'index'), workspace);
  await writeFile(join(workspace, '.hidden'), '');
  await expect(refuseForeignFolder(`${workspace}/.`, workspace)).rejects.toMatchObject({ code: 'config.invalid' });
});

test('what stands in the place of a part and is none is removed, the rest stays', async () => {
  const dir = await tempFolder();
  await mkdir(join(dir, 'manifest.json/sub'), { recursive: true });
  execFileSync('sh', ['-c', 'mkfifo "$0"', join(dir, 'postings.json')]);
  await writeFile(join(dir, 'vectors'), '');
  await writeFile(join(dir, 'postings-changes.json'), 'kept');
  await writeFile(join(dir, 'other'), 'kept');
  await clearPlaces(dir);
  expect((await readdir(dir)).sort()).toEqual(['other', 'postings-changes.json']);
});
