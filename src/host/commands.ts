import type { Disposable } from 'vscode';
import * as vscode from 'vscode';
import { MAX_QUESTION_LENGTH } from '../protocol/limits';

/** What the commands do. */
export interface CommandActions {
  ask(question: string): void;
  focusQuestion(): void;
  newChat(): void;
  index(): Promise<void>;
  cancelIndexing(): void;
  clearIndex(): Promise<void>;
  showIndexReport(): Promise<void>;
  setUpModel(): Promise<void>;
  setEmbeddingKey(): Promise<void>;
  showNotes(): Promise<void>;
  resetToolPermissions(): Promise<void>;
}

/** Registers the commands of the palette. */
export function registerCommands(actions: CommandActions): Disposable {
  const register = (name: string, run: () => unknown) => vscode.commands.registerCommand(`docmind.${name}`, run);
  return vscode.Disposable.from(
    register('ask', () => askQuestion(actions)),
    register('newChat', async () => {
      await focusChat(actions);
      actions.newChat();
    }),
    register('index', () => actions.index()),
    register('cancelIndexing', () => { actions.cancelIndexing(); }),
    register('clearIndex', () => rebuildIndex(actions)),
    register('showIndexReport', () => actions.showIndexReport()),
    register('setUpModel', () => actions.setUpModel()),
    register('setEmbeddingKey', () => actions.setEmbeddingKey()),
    register('notes', () => actions.showNotes()),
    register('resetToolPermissions', () => actions.resetToolPermissions()),
  );
}

async function askQuestion(actions: CommandActions): Promise<void> {
  const question = await vscode.window.showInputBox({
    title: vscode.l10n.t('Ask DocMind'),
    prompt: vscode.l10n.t('Ask about the documents and code of this workspace'),
    placeHolder: vscode.l10n.t('How do I …?'),
    validateInput: (value) => (value.length > MAX_QUESTION_LENGTH ? vscode.l10n.t('This question is too long.') : undefined),
  });
  if (question !== undefined && question.trim() !== '') {
    await focusChat(actions);
    actions.ask(question.trim());
  }
}

/** The editor gives its focus to the view; that the person comes to type, the view has to be told. */
async function focusChat(actions: CommandActions): Promise<void> {
  await vscode.commands.executeCommand('docmind.chat.focus');
  actions.focusQuestion();
}

/** Asked first: on a large workspace it takes minutes until everything is found again. */
async function rebuildIndex(actions: CommandActions): Promise<void> {
  const { t } = vscode.l10n;
  const rebuild = t('Rebuild');
  const choice = await vscode.window.showWarningMessage(
    t('Rebuild the index of this workspace?'),
    { modal: true, detail: t('It is deleted and every file is read anew. Your files and the conversation stay as they are.') },
    rebuild,
  );
  if (choice === rebuild) {
    await actions.clearIndex();
  }
}
