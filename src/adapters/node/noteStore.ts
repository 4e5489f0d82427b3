import { readFile, rename } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import type { Note } from '../../model/conversation';
import { AssistantError, toAssistantError } from '../../model/errors';
import type { NoteStore, SavedNotes } from '../../model/ports';
import { createSerial } from '../../util/serial';
import { errorCode, writeFileAtomically } from './atomicFile';
import { acquireLock } from './lock';

/** Notes that one file holds, at most. */
const MAX_NOTES = 1_000;

/** Length of a note, in UTF-16 units. */
const MAX_TEXT = 20_000;

const MAX_TITLE = 1_000;

/** Another window holds the lock for moments only; one that holds it longer hangs. In ms. */
const LOCK_WAIT_MS = 5_000;
const LOCK_POLL_MS = 20;

const noteSchema = z.object({
  /** May stand in a path. */
  id: z.string().regex(/^[\w-]{1,100}$/u),
  title: z.string().max(MAX_TITLE),
  text: z.string().max(MAX_TEXT),
  savedAt: z.string().max(100),
}) satisfies z.ZodType<Note>;

/** Raise `version` when its form changes. */
const fileSchema = z.object({ version: z.literal(1), notes: z.array(noteSchema).max(MAX_NOTES) });

/**
 * Keeps notes in one JSON file, which several windows may share: a change is made to what the file holds at that moment.
 * A file that holds something else is set aside under another name, and the person is told.
 *
 * @param file - absolute path; it and its folder are made with the first note.
 * @param warn - is told of a file that was set aside, in a sentence for the person.
 */
export function createNoteStore(file: string, warn: (message: string) => void): NoteStore {
  const inTurn = createSerial();
  const exclusively = <T>(task: () => Promise<T>) => inTurn(() => withLock(file, task));

  const readSound = async (): Promise<readonly Note[]> => {
    const read = await readNotes(file);
    if (read !== 'damaged') {
      return read;
    }
    const aside = `${file}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
    await rename(file, aside).catch((cause: unknown) => { throw failure(file, 'set aside', cause); });
    warn(`The notes in ${basename(file)} could not be read. The file was renamed to ${basename(aside)}, and a new one is begun.`);
    return [];
  };

  const change = (edit: (notes: readonly Note[]) => readonly Note[]) =>
    exclusively(async () => {
      const before = await readSound();
      const after = edit(before);
      if (after !== before) {
        await writeFileAtomically(file, Buffer.from(JSON.stringify({ version: 1, notes: after }, null, 1))).catch((cause: unknown) => {
          throw failure(file, 'written', cause);
        });
      }
    });

  return {
    async list() {
      const notes = await readNotes(file);
      // Under the lock, as another window may just have set it aside and begun a new one.
      return notes === 'damaged' ? exclusively(readSound) : notes;
    },
    put: (note) => change((notes) => withNote(notes, note)),
    remove: (id) => change((notes) => (notes.some((note) => note.id === id) ? notes.filter((note) => note.id !== id) : notes)),
  };
}

/**
 * The notes of a file that somebody names, who may have named the wrong one: it stays as it is, whatever it holds.
 *
 * @param warn - is told where there is no note in it, in a sentence for the person.
 */
export function readOnlyNotes(file: string, warn: (message: string) => void): SavedNotes {
  return {
    async list() {
      try {
        const notes = await readNotes(file);
        if (notes !== 'damaged' && notes.length > 0) {
          return notes;
        }
        warn(`${basename(file)} holds no saved notes: nothing is recalled. Name the file that they are in.`);
      } catch (error) {
        // A question is answered without notes, too.
        warn(toAssistantError(error).message);
      }
      return [];
    },
  };
}

/** What the file holds; nothing where there is none. */
async function readNotes(file: string): Promise<readonly Note[] | 'damaged'> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') {
      return [];
    }
    throw failure(file, 'read', cause);
  }
  try {
    return fileSchema.parse(JSON.parse(text)).notes;
  } catch {
    return 'damaged'; // whatever is wrong with it: it cannot be used, and is kept as it is
  }
}

/** @throws AssistantError files.unreadable if the note is too long, or one too many. */
function withNote(notes: readonly Note[], note: Note): readonly Note[] {
  const { success, data } = noteSchema.safeParse(note);
  if (!success) {
    throw refusal(`The note was not saved: it has ${String(note.text.length)} characters, of which it may have ${String(MAX_TEXT)}, and ${String(MAX_TITLE)} in its title. Shorten it.`);
  }
  const at = notes.findIndex(({ id }) => id === note.id);
  if (at < 0 && notes.length >= MAX_NOTES) {
    throw refusal(`The note was not saved: there are ${String(MAX_NOTES)} already, which is all that is kept. Delete some first.`);
  }
  return at < 0 ? [...notes, data] : notes.with(at, data);
}

/** One lock beside the file, so that the folder can hold what others lock. */
async function withLock<T>(file: string, task: () => Promise<T>): Promise<T> {
  const lock = await waitForLock(`${file}.lock`).catch((cause: unknown) => { throw failure(file, 'locked', cause); });
  try {
    return await task();
  } finally {
    await lock.dispose();
  }
}

async function waitForLock(dir: string) {
  for (let waited = 0; waited < LOCK_WAIT_MS; waited += LOCK_POLL_MS) {
    const lock = await acquireLock(dir);
    if (lock !== undefined) {
      return lock;
    }
    await wait(LOCK_POLL_MS);
  }
  throw new Error('another window holds it');
}

function refusal(message: string): AssistantError {
  return new AssistantError('files.unreadable', message);
}

function failure(file: string, what: string, cause: unknown): AssistantError {
  const reason = errorCode(cause) ?? errorCode(cause instanceof Error ? cause.cause : undefined) ?? 'in use';
  return new AssistantError(
    'files.unreadable',
    `The notes in ${basename(file)} could not be ${what} (${reason}). Check the folder's permissions and disk space, then try again.`,
    { cause, retryable: true },
  );
}
