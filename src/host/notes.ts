import type { Disposable, QuickInputButton, QuickPickItem, TextDocument, Uri } from 'vscode';
import * as vscode from 'vscode';
import { noteDocument, noteFileName, readNoteDocument } from '../app/noteDocument';
import { toAssistantError } from '../model/errors';
import type { Note } from '../model/conversation';
import type { NoteStore } from '../model/ports';

/** What of a note's text stands under its title in the list. In UTF-16 units. */
const MAX_DETAIL = 120;

interface NoteItem extends QuickPickItem {
  readonly note: Note;
}

/**
 * The saved notes as the person sees them: a list, and each note as a Markdown file that can be read, changed and saved like
 * any other. The file stands in a folder of the note's id, so that a tab that outlives its window still knows its note; it
 * goes when the tab is closed.
 */
export class NoteShelf implements Disposable {
  readonly #store: NoteStore;
  readonly #dir: Uri;
  readonly #listeners: Disposable;

  /** @param dir - a folder of its own, for the files of notes that are open. */
  constructor(store: NoteStore, dir: Uri) {
    this.#store = store;
    this.#dir = dir;
    this.#listeners = vscode.Disposable.from(
      vscode.workspace.onDidSaveTextDocument((document) => void telling(() => this.#keep(document))),
      vscode.workspace.onDidCloseTextDocument((document) => void this.#tidy(document)),
    );
  }

  /** Saves an answer and says so. Never rejects: what goes wrong is told too. */
  async rememberAnswer(note: Note): Promise<void> {
    await telling(async () => {
      await this.#store.put(note);
      void this.#offerToOpen(note);
    });
  }

  /** Lists the notes, newest first; one that is picked opens. */
  async show(): Promise<void> {
    const { t } = vscode.l10n;
    const notes = await this.#store.list();
    if (notes.length === 0) {
      void vscode.window.showInformationMessage(t('There are no notes yet. “Remember this answer” below an answer saves one.'));
      return;
    }
    const remove: QuickInputButton = { iconPath: new vscode.ThemeIcon('trash'), tooltip: t('Delete the note') };
    const picker = vscode.window.createQuickPick<NoteItem>();
    picker.title = t('Saved Notes');
    picker.placeholder = t('Pick a note to read or change it');
    picker.matchOnDetail = true;
    picker.items = itemsOf(notes, remove);
    picker.onDidAccept(() => {
      const [picked] = picker.selectedItems;
      picker.hide();
      if (picked !== undefined) {
        void telling(() => this.#open(picked.note));
      }
    });
    picker.onDidTriggerItemButton(({ item }) => void telling(async () => {
      await this.#remove(item.note);
      picker.items = itemsOf(await this.#store.list(), remove);
    }));
    picker.onDidHide(() => { picker.dispose(); });
    picker.show();
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  async #offerToOpen(note: Note): Promise<void> {
    const { t } = vscode.l10n;
    const open = t('Open');
    if ((await vscode.window.showInformationMessage(t('Remembered: “{0}”', note.title), open)) === open) {
      await telling(() => this.#open(note));
    }
  }

  async #remove(note: Note): Promise<void> {
    await this.#store.remove(note.id);
    void this.#offerUndo(note);
  }

  async #offerUndo(note: Note): Promise<void> {
    const { t } = vscode.l10n;
    const undo = t('Undo');
    if ((await vscode.window.showInformationMessage(t('The note “{0}” is deleted.', note.title), undo)) === undo) {
      await telling(() => this.#store.put(note));
    }
  }

  async #open(note: Note): Promise<void> {
    const known = vscode.workspace.textDocuments.find((document) => !document.isClosed && this.#noteId(document.uri) === note.id);
    const uri = known?.uri ?? vscode.Uri.joinPath(this.#dir, note.id, noteFileName(note.title));
    if (known === undefined) {
      await vscode.workspace.fs.writeFile(uri, Buffer.from(noteDocument(note)));
    }
    await vscode.window.showTextDocument(uri);
  }

  /** Takes over what the person saved; a note that was deleted meanwhile is there again. */
  async #keep(document: TextDocument): Promise<void> {
    const id = this.#noteId(document.uri);
    if (id === undefined) {
      return;
    }
    const changed = readNoteDocument(document.getText());
    if (changed === undefined) {
      void vscode.window.showWarningMessage(vscode.l10n.t('An empty note is not saved. “DocMind: Show Notes…” deletes notes.'));
      return;
    }
    const before = (await this.#store.list()).find((note) => note.id === id);
    await this.#store.put({ id, savedAt: before?.savedAt ?? new Date().toISOString(), ...changed });
  }

  async #tidy(document: TextDocument): Promise<void> {
    const id = this.#noteId(document.uri);
    if (id !== undefined) {
      // A file that is left behind does no harm.
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(this.#dir, id), { recursive: true }).then(undefined, () => undefined);
    }
  }

  /** The note that a document shows: the name of its folder. */
  #noteId({ scheme, path }: Uri): string | undefined {
    const root = `${this.#dir.path}/`;
    const parts = path.slice(root.length).split('/');
    return scheme === this.#dir.scheme && path.startsWith(root) && parts.length === 2 ? parts[0] : undefined;
  }
}

function itemsOf(notes: readonly Note[], remove: QuickInputButton): NoteItem[] {
  return notes.toReversed().map((note) => ({
    note,
    label: withoutIcons(note.title),
    description: new Date(note.savedAt).toLocaleDateString(vscode.env.language),
    detail: withoutIcons(note.text.replace(/\s+/gu, ' ').slice(0, MAX_DETAIL)),
    buttons: [remove],
  }));
}

/** Lists draw `$(name)` as an icon; the text of a note means it as it stands. */
function withoutIcons(text: string): string {
  return text.replaceAll('$(', '\\$(');
}

/** What fails here is told to the person: nobody waits for it. */
async function telling(task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    void vscode.window.showErrorMessage(toAssistantError(error).message);
  }
}
