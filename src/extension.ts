import { join } from 'node:path';
import type { ExtensionContext, LogOutputChannel, WorkspaceFolder } from 'vscode';
import * as vscode from 'vscode';
import { schedule } from './adapters/node/schedule';
import { listOpenAiModels } from './adapters/openai/listModels';
import { createOpenAiModel } from './adapters/openai/openAiModel';
import type { DocumentIndex } from './app/documentIndex';
import { BYTES_PER_MB, modelEndpoint } from './app/settings';
import { runTurn } from './app/turnRunner';
import { RemoteIndex } from './engine/remoteIndex';
import { readApiKey, setUpModel } from './host/modelSetup';
import { startSession } from './host/session';
import { readSettings } from './host/settings';
import { AssistantError } from './model/errors';
import type { Evidence } from './model/evidence';
import type { ChatModel } from './model/ports';
import type { TurnEvent } from './model/turn';

/** The index of this window, kept for {@link deactivate} alone. */
let opened: DocumentIndex | undefined;

/** Builds the adapters and starts the session of this window: the composition root of the extension. */
export function activate(context: ExtensionContext): void {
  const log = vscode.window.createOutputChannel('DocMind', { log: true });
  context.subscriptions.push(log);
  const folder = vscode.workspace.workspaceFolders?.[0];
  opened = folder && openIndex(context, folder, log);
  const workspace = folder && opened && { folder, index: opened };
  startSession({
    context,
    log,
    workspace,
    answer: (question, signal, previous) => answer(question, { context, index: workspace?.index, previous }, signal),
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

async function* answer(
  question: string,
  { context, index, previous }: { context: ExtensionContext; index: DocumentIndex | undefined; previous: readonly Evidence[] },
  signal: AbortSignal,
): AsyncGenerator<TurnEvent> {
  if (index === undefined) {
    throw new AssistantError('files.notFound', vscode.l10n.t('No folder is open. Open one to ask about its documents.'));
  }
  const model = await selectModel(context);
  const strict = readSettings().settings.assurance === 'strict' ? { strict: { schedule } } : {};
  yield* runTurn(question, { index, model, previous, nonce: crypto.randomUUID(), now: () => performance.now(), ...strict }, signal);
}

/** The model that the settings name. In a workspace that is not trusted nothing leaves the machine. */
async function selectModel(context: ExtensionContext): Promise<ChatModel | undefined> {
  const endpoint = modelEndpoint(readSettings().settings);
  if (endpoint === undefined || !vscode.workspace.isTrusted) {
    return undefined;
  }
  const { baseUrl, name } = endpoint;
  return createOpenAiModel({ baseUrl, model: name, apiKey: await readApiKey(context.secrets, baseUrl) });
}
