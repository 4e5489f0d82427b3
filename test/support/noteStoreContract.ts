import { expect, test } from 'vitest';
import type { Note } from '../../src/model/conversation';
import type { NoteStore } from '../../src/model/ports';

/** A note with the id. */
export function note(id: string, change: Partial<Note> = {}): Note {
  return { id, title: `Notiz ${id}`, text: `# ${id}\n\nHow to deploy – 部署`, savedAt: '2026-01-02T03:04:05.000Z', ...change };
}

/**
 * What every store of notes does.
 *
 * @param place - a new, empty place to keep notes; gives a function that opens a store there, as after a restart.
 */
export function noteStoreContract(place: () => Promise<() => NoteStore>) {
  test('a new place has no notes', async () => {
    expect(await (await place())().list()).toEqual([]);
  });

  test('notes come back whole and oldest first, also after a restart', async () => {
    const open = await place();
    const store = open();
    for (const id of ['b', 'a', 'c']) {
      await store.put(note(id));
    }
    expect(await store.list()).toEqual([note('b'), note('a'), note('c')]);
    expect(await open().list()).toEqual([note('b'), note('a'), note('c')]);
  });

  test('a note with a known id takes the place of the one before, where that stood', async () => {
    const store = (await place())();
    await store.put(note('a'));
    await store.put(note('b'));
    await store.put(note('a', { title: 'New', text: '新' }));
    expect(await store.list()).toEqual([note('a', { title: 'New', text: '新' }), note('b')]);
  });

  test('a note is removed by its id, an unknown id is passed over', async () => {
    const store = (await place())();
    await store.put(note('a'));
    await store.put(note('b'));
    await store.remove('a');
    await store.remove('nobody');
    expect(await store.list()).toEqual([note('b')]);
  });

  test('changes that are made at once all count', async () => {
    const store = (await place())();
    await store.put(note('gone'));
    await Promise.all([store.put(note('1')), store.put(note('2')), store.remove('gone'), store.put(note('3'))]);
    expect((await store.list()).map(({ id }) => id)).toEqual(['1', '2', '3']);
  });
}
