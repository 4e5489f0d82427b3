import { join } from 'node:path';
import type { ExtensionContext, LogOutputChannel, WorkspaceFolder } from 'vscode';
import * as vscode from 'vscode';
import { createNoteStore } from './adapters/node/noteStore';
import { schedule } from './adapters/node/schedule';
import { listOpenAiModels } from './adapters/openai/listModels';
import { RefusalMemory } from './adapters/openai/asking/refusalMemory';
import { createOpenAiModel } from './adapters/openai/openAiModel';
import { createQuickJsSandbox } from './adapters/sandbox/quickJsSandbox';
import type { DocumentIndex } from './app/documentIndex';
import { BYTES_PER_MB } from './app/settings';
import { RemoteIndex } from './engine/remoteIndex';
import { readEmbeddingEndpoint } from './host/embedding';
import { setUpModel } from './host/modelSetup';
import { startSession } from './host/session';
import { readSettings } from './host/settings';

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
  const storage = context.storageUri ?? context.globalStorageUri;
  const notes = createNoteStore(vscode.Uri.joinPath(storage, 'notes.json').fsPath, (message) => void vscode.window.showWarningMessage(message));
  const refusals = new RefusalMemory();
  startSession({
    context,
    log,
    workspace,
    createModel: (endpoint) => createOpenAiModel({ ...endpoint, refusals }),
    notes: { store: notes, dir: vscode.Uri.joinPath(storage, 'notes') },
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
  }, () => readEmbeddingEndpoint(context.secrets));
}
