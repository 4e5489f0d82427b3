import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createNoteStore, readOnlyNotes } from '../../../src/adapters/node/noteStore';
import { note, noteStoreContract } from '../../support/noteStoreContract';
import { tempFolder } from '../../support/tempFolder';

const UNHEARD = (message: string) => { throw new Error(message); };

noteStoreContract(async () => {
  const file = join(await tempFolder(), 'deep', 'notes.json');
  return () => createNoteStore(file, UNHEARD);
});

test('two windows that write at once lose nothing', async () => {
  const file = join(await tempFolder(), 'notes.json');
  const windows = [createNoteStore(file, UNHEARD), createNoteStore(file, UNHEARD)];
  const ids = Array.from({ length: 10 }, (_, i) => String(i));
  await Promise.all(ids.map((id, i) => windows[i % 2]!.put(note(id))));
  for (const window of windows) {
    expect((await window.list()).map(({ id }) => id).sort()).toEqual(ids);
  }
});

const DAMAGED: readonly (readonly [what: string, content: string])[] = [
  ['nothing', ''],
  ['half of a file', '{"version":1,"notes":[{"id":"a"'],
  ['another form', '[]'],
  ['another version', '{"version":2,"notes":[]}'],
  ['a note without its text', '{"version":1,"notes":[{"id":"a","title":"t","savedAt":""}]}'],
  ['binary', '\0\u0001\ufffd'],
];

test.each(DAMAGED)('a file that holds %s is set aside and told, and notes go on', async (_, content) => {
  const dir = await tempFolder();
  const file = join(dir, 'notes.json');
  await writeFile(file, content);
  const told: string[] = [];
  const store = createNoteStore(file, (message) => told.push(message));
  expect(await Promise.all([store.list(), store.list()])).toEqual([[], []]);
  await store.put(note('a'));
  expect(await store.list()).toEqual([note('a')]);
  const aside = (await readdir(dir)).filter((name) => name.includes('damaged'));
  expect(told).toEqual([expect.stringContaining(aside[0]!)]);
  expect(await readFile(join(dir, aside[0]!), 'utf8')).toBe(content);
});

test('a file that is damaged is set aside before a note is put', async () => {
  const file = join(await tempFolder(), 'notes.json');
  await writeFile(file, '{');
  const told: string[] = [];
  await createNoteStore(file, (message) => told.push(message)).put(note('a'));
  expect(told).toHaveLength(1);
  expect(await createNoteStore(file, UNHEARD).list()).toEqual([note('a')]);
});

test('a note that is too long, and one too many, are refused with the bound; what was kept stays', async () => {
  const file = join(await tempFolder(), 'notes.json');
  const store = createNoteStore(file, UNHEARD);
  await store.put(note('fits', { text: 'x'.repeat(20_000) }));
  await expect(store.put(note('a', { text: 'x'.repeat(20_001) }))).rejects.toMatchObject({ code: 'files.unreadable', message: expect.stringContaining('20000') as string });
  const full = Array.from({ length: 1_000 }, (_, i) => note(String(i)));
  await writeFile(file, JSON.stringify({ version: 1, notes: full }));
  await expect(store.put(note('a'))).rejects.toMatchObject({ code: 'files.unreadable', message: expect.stringContaining('1000') as string });
  await store.put(note('7', { title: 'changed' }));
  expect(await store.list()).toHaveLength(1_000);
  await store.remove('0');
  await store.put(note('a'));
  expect((await store.list()).at(-1)).toEqual(note('a'));
});

test('a place that cannot be read or written is told, without its path', async () => {
  const dir = await tempFolder();
  await mkdir(join(dir, 'notes.json'));
  const store = createNoteStore(join(dir, 'notes.json'), UNHEARD);
  const failed = { code: 'files.unreadable', message: expect.not.stringContaining(dir) as string };
  await expect(store.list()).rejects.toMatchObject(failed);
  await expect(store.put(note('a'))).rejects.toMatchObject(failed);
  await writeFile(join(dir, 'file'), '');
  const nowhere = createNoteStore(join(dir, 'file', 'notes.json'), UNHEARD);
  await expect(nowhere.put(note('a'))).rejects.toMatchObject(failed);
});

test('a lock that a dead window left holds nobody up', async () => {
  const file = join(await tempFolder(), 'notes.json');
  await mkdir(`${file}.lock`);
  await writeFile(join(`${file}.lock`, 'writer.lock'), JSON.stringify({ pid: process.pid, token: 'dead' }));
  const store = createNoteStore(file, UNHEARD);
  await store.put(note('a'));
  expect(await store.list()).toEqual([note('a')]);
});

test.each([...DAMAGED, ['no note', '{"version":1,"notes":[]}']] as const)('a file that is only read and holds %s is left as it is, and told', async (_, content) => {
  const dir = await tempFolder();
  const file = join(dir, 'package.json');
  await writeFile(file, content);
  const told: string[] = [];
  expect(await readOnlyNotes(file, (message) => told.push(message)).list()).toEqual([]);
  expect(told).toEqual([expect.stringContaining('package.json holds no saved notes')]);
  expect(await readdir(dir)).toEqual(['package.json']);
  expect(await readFile(file, 'utf8')).toBe(content);
});

test('a file that cannot be read has no notes to recall, and that is told', async () => {
  const told: string[] = [];
  const dir = await tempFolder();
  expect(await readOnlyNotes(dir, (message) => told.push(message)).list()).toEqual([]);
  expect(told).toEqual([expect.stringContaining('could not be read')]);
});

test('notes that are only read are those that were saved', async () => {
  const file = join(await tempFolder(), 'notes.json');
  await createNoteStore(file, UNHEARD).put(note('a'));
  expect(await readOnlyNotes(file, UNHEARD).list()).toEqual([note('a')]);
});
