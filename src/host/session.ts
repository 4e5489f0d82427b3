import { randomUUID } from 'node:crypto';
import type { Uri, WorkspaceFolder } from 'vscode';
import * as vscode from 'vscode';
import { ChatController } from '../app/chatController';
import { parseHistory } from '../app/chatHistory';
import type { DocumentIndex } from '../app/documentIndex';
import { modelEndpoint } from '../app/settings';
import type { Consent } from '../model/ports';
import type { IndexStatusView } from '../protocol/viewState';
import type { AnsweringParts } from './answering';
import { createAnswering } from './answering';
import { CHAT_VIEW_ID, ChatView } from './chatView';
import type { CommandActions } from './commands';
import { registerCommands } from './commands';
import { createConsent } from './consent';
import { setEmbeddingKey } from './embedding';
import { IndexReportDocument } from './indexReport';
import { IndexRunner } from './indexRunner';
import { NoteShelf } from './notes';
import { openExternalLink } from './links';
import { CitationRevealer } from './reveal';
import { readSettings } from './settings';
import { IndexStatusBar } from './statusBar';

/** What the composition root gives to a session. */
export interface SessionParts extends AnsweringParts {
  /** The folder that is indexed, with its index; nothing where no folder is open. */
  readonly workspace: { readonly folder: WorkspaceFolder; readonly index: DocumentIndex } | undefined;
  readonly setUpModel: () => Promise<void>;
}

const HISTORY_KEY = 'docmind.chat';
const SUGGESTIONS = 3;

/** Wires the parts of one window: the view to the chat, the index to the status bar, the palette to both. */
export function startSession(parts: SessionParts): void {
  const { context, log, workspace, setUpModel } = parts;
  const statusBar = new IndexStatusBar();
  const runner = workspace === undefined ? undefined : new IndexRunner(workspace.index, workspace.folder, log);
  const report = new IndexReportDocument(workspace?.index, () => runner?.endedAt);
  const consent = createConsent(context.workspaceState);
  const shelf = new NoteShelf(parts.notes.store, parts.notes.dir);
  const chat = createChat(parts, { report, consent, shelf });
  const showStatus = (status: IndexStatusView) => {
    statusBar.show(status);
    chat.setIndexStatus(status);
    if (status.kind === 'ready') {
      void suggest(chat, workspace?.index);
    }
  };
  const showModel = () => { chat.setModel(modelEndpoint(readSettings().settings)?.name); };
  const actions: CommandActions = {
    ask: (question) => void chat.handle({ type: 'ask', text: question }),
    focusQuestion: () => { chat.focusQuestion(); },
    newChat: () => void chat.handle({ type: 'newChat' }),
    index: async () => runner?.sync(),
    cancelIndexing: () => { runner?.cancel(); },
    clearIndex: async () => {
      runner?.cancel();
      await workspace?.index.clear();
      await runner?.sync();
    },
    showIndexReport: () => report.show(),
    setUpModel,
    setEmbeddingKey: () => setEmbeddingKey(context.secrets).then(() => runner?.sync()),
    showNotes: () => shelf.show(),
    resetToolPermissions: () => consent.reset(),
  };
  context.subscriptions.push(
    statusBar,
    report,
    shelf,
    { dispose: () => { chat.dispose(); } },
    registerCommands(actions),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('docmind.model')) {
        showModel();
      }
      if (change.affectsConfiguration('docmind.embedding')) {
        runner?.cancel(); // nothing more goes to the endpoint that was
        void runner?.sync();
      }
      if (change.affectsConfiguration('docmind.index')) {
        void offerReload();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => { runner?.schedule(); }),
    ...(runner === undefined ? [] : [runner, runner.onStatus(showStatus)]),
  );
  showModel();
  showStatus(runner === undefined ? { kind: 'noWorkspace' } : { kind: 'starting' });
  void runner?.sync();
}

/** What the chat shares with the commands. */
interface ChatParts {
  readonly report: IndexReportDocument;
  readonly consent: Consent;
  readonly shelf: NoteShelf;
}

function createChat(parts: SessionParts, { report, consent, shelf }: ChatParts): ChatController {
  const { context, log, workspace, setUpModel } = parts;
  const revealer = new CitationRevealer();
  const view = new ChatView({ extensionUri: context.extensionUri, log, onIntent: (intent) => void chat.handle(intent) });
  const chat: ChatController = new ChatController(
    {
      answer: createAnswering(parts, workspace?.index, consent),
      selected: () => selectedPath(workspace?.folder),
      post: (event) => { view.post(event); },
      readText: async (path) => workspace && (unsavedText(uriOf(path, workspace)) ?? workspace.index.readText(path)),
      whereIs: async (passage) => (await workspace?.index.whereIs(passage)) ?? [],
      reveal: async (path, lines, beside) => {
        if (workspace !== undefined) {
          await revealer.reveal(uriOf(path, workspace), lines, beside);
        }
      },
      save: (history) => void context.workspaceState.update(HISTORY_KEY, history),
      warn: (message) => void vscode.window.showWarningMessage(message),
      copy: async (text) => vscode.env.clipboard.writeText(text),
      openLink: openExternalLink,
      setUpModel,
      showIndexReport: () => report.show(),
      remember: (note) => shelf.rememberAnswer(note),
      newId: randomUUID,
      date: () => new Date().toISOString(),
      t: (message, ...args) => vscode.l10n.t(message, ...args),
    },
    parseHistory(context.workspaceState.get(HISTORY_KEY)),
  );
  context.subscriptions.push(view, revealer, vscode.window.registerWebviewViewProvider(CHAT_VIEW_ID, view));
  return chat;
}

/** The index is opened with its settings once per window. */
async function offerReload(): Promise<void> {
  const { t } = vscode.l10n;
  const reload = t('Reload Window');
  if ((await vscode.window.showInformationMessage(t('The changed settings of the index count once the window is reloaded.'), reload)) === reload) {
    await vscode.commands.executeCommand('workbench.action.reloadWindow');
  }
}

function uriOf(path: string, { folder }: { readonly folder: WorkspaceFolder }): Uri {
  return vscode.Uri.joinPath(folder.uri, path);
}

/** The path of the document in the active editor, where that is a file of the folder. */
function selectedPath(folder: WorkspaceFolder | undefined): string | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const isInside = uri !== undefined && folder !== undefined && vscode.workspace.getWorkspaceFolder(uri)?.uri.toString() === folder.uri.toString();
  return isInside ? vscode.workspace.asRelativePath(uri, false) : undefined;
}

/** What an editor shows of a file that was changed and not saved: a citation must open at the lines as they are seen. */
function unsavedText(uri: Uri): string | undefined {
  return vscode.workspace.textDocuments.find((document) => document.isDirty && document.uri.toString() === uri.toString())?.getText();
}

/** Questions for an empty chat, made from the workspace's own headings. */
async function suggest(chat: ChatController, index: DocumentIndex | undefined): Promise<void> {
  // Without suggestions the chat is as good; whatever keeps the index from answering is told where it matters.
  const headings = (await index?.headings(SUGGESTIONS).catch(() => undefined)) ?? [];
  chat.setSuggestions(headings.map((heading) => vscode.l10n.t('What do the documents say about “{0}”?', heading)));
}
