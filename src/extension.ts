import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { ExtensionContext, LogOutputChannel, WorkspaceFolder } from 'vscode';
import * as vscode from 'vscode';
import { listOpenAiModels } from './adapters/openai/listModels';
import { createOpenAiModel } from './adapters/openai/openAiModel';
import { ChatController } from './app/chatController';
import { parseHistory } from './app/chatHistory';
import type { DocumentIndex } from './app/documentIndex';
import { BYTES_PER_MB, modelEndpoint } from './app/settings';
import type { TurnEvent } from './app/turn';
import { runTurn } from './app/turnRunner';
import { RemoteIndex } from './engine/remoteIndex';
import { CHAT_VIEW_ID, ChatView } from './host/chatView';
import { registerCommands } from './host/commands';
import { IndexReportDocument } from './host/indexReport';
import { IndexRunner } from './host/indexRunner';
import { openExternalLink } from './host/links';
import { readApiKey, setUpModel } from './host/modelSetup';
import { CitationRevealer } from './host/reveal';
import { readSettings } from './host/settings';
import { IndexStatusBar } from './host/statusBar';
import type { ChatModel } from './model/ports';

const HISTORY_KEY = 'docmind.chat';

/** Wires the parts together; the composition root of the extension. */
export function activate(context: ExtensionContext): void {
  const log = vscode.window.createOutputChannel('DocMind', { log: true });
  const folder = vscode.workspace.workspaceFolders?.[0];
  const index = folder === undefined ? undefined : openIndex(context, folder);
  const statusBar = new IndexStatusBar();
  const report = new IndexReportDocument(index);
  const revealer = new CitationRevealer();
  const setUp = () => setUpModel(context.secrets, listOpenAiModels);
  const view: ChatView = new ChatView({
    extensionUri: context.extensionUri,
    log,
    onIntent: (intent) => void chat.handle(intent),
  });
  const chat = new ChatController(
    {
      answer: (question, signal) => answer(question, { context, index, log }, signal),
      post: (event) => { view.post(event); },
      readText: async (path) => index?.readText(path),
      reveal: (path, span, beside) => revealer.reveal(fileUri(folder, path), span, beside),
      save: (history) => void context.workspaceState.update(HISTORY_KEY, history),
      warn: (message) => void vscode.window.showWarningMessage(message),
      copy: async (text) => vscode.env.clipboard.writeText(text),
      openLink: openExternalLink,
      setUpModel: setUp,
      showIndexReport: () => report.show(),
      newId: randomUUID,
      t: (message, ...args) => vscode.l10n.t(message, ...args),
    },
    parseHistory(context.workspaceState.get(HISTORY_KEY)),
  );
