import type { Note } from '../../src/model/conversation';
import type { NoteStore } from '../../src/model/ports';

/** Notes in memory. What was saved cannot be changed through what was handed in or out. */
export function memoryNotes(saved: readonly Note[] = []): NoteStore {
  let notes = structuredClone(saved);
  return {
    list: () => Promise.resolve(structuredClone(notes)),
    put: (note) => {
      const at = notes.findIndex(({ id }) => id === note.id);
      notes = at < 0 ? [...notes, structuredClone(note)] : notes.with(at, structuredClone(note));
      return Promise.resolve();
    },
    remove: (id) => {
      notes = notes.filter((note) => note.id !== id);
      return Promise.resolve();
    },
  };
}
