import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeLeftovers, writeFileAtomically } from '../../../src/adapters/node/atomicFile';
import { tempFolder } from '../../support/tempFolder';

const bytes = (text: string) => Buffer.from(text);

test('a file is made with the folders on its way, and replaced, and nothing else stays', async () => {
  const dir = join(await tempFolder(), 'a', 'b');
  const path = join(dir, 'index.json');
  await writeFileAtomically(path, bytes('old'));
  await writeFileAtomically(path, bytes('new'));
  expect(await readFile(path, 'utf8')).toBe('new');
  expect(await readdir(dir)).toEqual(['index.json']);
});

test('writers at the same time each leave a whole file', async () => {
  const path = join(await tempFolder(), 'index.json');
  const texts = Array.from({ length: 20 }, (_, i) => String(i).repeat(50_000));
  await Promise.all(texts.map((text) => writeFileAtomically(path, bytes(text))));
  expect(texts).toContain(await readFile(path, 'utf8'));
});

test('what cannot be replaced stays, the temporary file does not, and the error says what to do', async () => {
  const dir = await tempFolder();
  const path = join(dir, 'index.json');
  await mkdir(path);
  await expect(writeFileAtomically(path, bytes('new'))).rejects.toMatchObject({
    code: 'index.unwritable',
    retryable: true,
    message: expect.stringMatching(/^Could not write index\.json of the index \(E[A-Z]+\).*index again\.$/) as string,
  });
  expect(await readdir(dir)).toEqual(['index.json']);
});

test('what dead writers left is removed, other files are not', async () => {
  const dir = await tempFolder();
  await mkdir(join(dir, 'seg-0001'));
  const leftovers = ['manifest.json.0123456789ab-7.tmp', 'seg-0001/index.vec.0123456789ab-12.tmp'];
  const others = ['manifest.json', 'mine.tmp', 'seg-0001/index.vec'];
  for (const name of [...leftovers, ...others]) {
    await writeFile(join(dir, name), 'x');
  }
  await removeLeftovers(dir);
  await removeLeftovers(join(dir, 'missing'));
  expect((await readdir(dir, { recursive: true })).sort()).toEqual([...others, 'seg-0001'].sort());
});
