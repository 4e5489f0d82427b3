import { join } from 'node:path';
import type { ExtensionContext, LogOutputChannel, WorkspaceFolder } from 'vscode';
import * as vscode from 'vscode';
import { createNoteStore } from './adapters/node/noteStore';
import { schedule } from './adapters/node/schedule';
import { listOpenAiModels } from './adapters/openai/listModels';
import type { OpenAiModelOptions } from './adapters/openai/openAiModel';
import { createOpenAiModel } from './adapters/openai/openAiModel';
import { createQuickJsSandbox } from './adapters/sandbox/quickJsSandbox';
import type { DocumentIndex } from './app/documentIndex';
import { BYTES_PER_MB } from './app/settings';
import { RemoteIndex } from './engine/remoteIndex';
import { setUpModel } from './host/modelSetup';
import { startSession } from './host/session';
import { readSettings } from './host/settings';
import type { ChatModel } from './model/ports';

/** The index of this window, kept for {@link deactivate} alone. */
let opened: DocumentIndex | undefined;

/** Builds the adapters and starts the session of this window: the composition root of the extension. */
export function activate(context: ExtensionContext): void {
  const log = vscode.window.createOutputChannel('DocMind', { log: true });
  context.subscriptions.push(log);
  const folder = vscode.workspace.workspaceFolders?.[0];
  opened = folder && openIndex(context, folder, log);
  const workspace = folder && opened && { folder, index: opened };
  const assets = join(context.extensionPath, 'dist');
  const sandbox = createQuickJsSandbox({ script: join(assets, 'sandbox.js'), wasm: join(assets, 'quickjs.wasm') });
  context.subscriptions.push({ dispose: () => void sandbox.dispose() });
  const notes = createNoteStore(vscode.Uri.joinPath(context.globalStorageUri, 'notes.json').fsPath, (message) => { log.warn(message); });
  startSession({
    context,
    log,
    workspace,
    createModel: modelMaker(),
    notes,
    sandbox,
    now: () => performance.now(),
    schedule,
    setUpModel: () => setUpModel(context.secrets, listOpenAiModels),
  });
}

/** Closes the index. The editor waits for it, so that the next window of the folder finds the lock released. */
export async function deactivate(): Promise<void> {
  await opened?.dispose();
}

/** The index lives in a thread of its own; it is closed when the window is. */
function openIndex(context: ExtensionContext, folder: WorkspaceFolder, log: LogOutputChannel): DocumentIndex {
  const { settings, problems } = readSettings();
  problems.forEach((problem) => { log.warn(problem); });
  const assets = join(context.extensionPath, 'dist');
  return new RemoteIndex(join(assets, 'engine.js'), {
    root: folder.uri.fsPath,
    dir: vscode.Uri.joinPath(context.storageUri ?? context.globalStorageUri, 'index').fsPath,
    assets,
    maxFileBytes: settings['index.maxFileSize'] * BYTES_PER_MB,
    exclude: settings['index.exclude'],
    include: settings['index.include'],
  });
}

/** A model is made once for each endpoint, name and key: what it learns of its server is kept. */
function modelMaker(): (endpoint: OpenAiModelOptions) => ChatModel {
  const made = new Map<string, ChatModel>();
  return (options) => {
    const name = JSON.stringify([options.baseUrl, options.model, options.apiKey]);
    const model = made.get(name) ?? createOpenAiModel(options);
    made.set(name, model);
    return model;
  };
}
