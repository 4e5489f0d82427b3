import { join } from 'node:path';
import type { ExtensionContext, LogOutputChannel, WorkspaceFolder } from 'vscode';
import * as vscode from 'vscode';
import { schedule } from './adapters/node/schedule';
import { listOpenAiModels } from './adapters/openai/listModels';
import { createOpenAiModel } from './adapters/openai/openAiModel';
import type { DocumentIndex } from './app/documentIndex';
import { BYTES_PER_MB, modelEndpoint } from './app/settings';
import { runTurn } from './app/turnRunner';
import { withNotice } from './app/withNotice';
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
    answer: (question, signal, previous, usesModel) =>
      answer(question, { context, index: workspace?.index, previous, usesModel }, signal),
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

interface AnswerDeps {
  readonly context: ExtensionContext;
  readonly index: DocumentIndex | undefined;
  readonly previous: readonly Evidence[];
  readonly usesModel: boolean;
}

async function* answer(
  question: string,
  { context, index, previous, usesModel }: AnswerDeps,
  signal: AbortSignal,
): AsyncGenerator<TurnEvent> {
  if (index === undefined) {
    throw new AssistantError('files.notFound', vscode.l10n.t('No folder is open. Open one to ask about its documents.'));
  }
  const { model, notice } = usesModel ? await selectModel(context) : NO_MODEL;
  const strict = readSettings().settings.assurance === 'strict' ? { strict: { schedule } } : {};
  const deps = { index, model, previous, nonce: crypto.randomUUID(), now: () => performance.now(), ...strict };
  yield* withNotice(runTurn(question, deps, signal), notice);
}

/** Who answers, and what the reader should know of it. */
interface Selection {
  readonly model: ChatModel | undefined;
  readonly notice?: string;
}

const NO_MODEL: Selection = { model: undefined };

/** The model that the settings name. In a workspace that is not trusted nothing leaves the machine. */
async function selectModel(context: ExtensionContext): Promise<Selection> {
  const endpoint = modelEndpoint(readSettings().settings);
  if (endpoint === undefined) {
    return NO_MODEL;
  }
  const { baseUrl, name } = endpoint;
  if (!vscode.workspace.isTrusted) {
    const { t } = vscode.l10n;
    return { ...NO_MODEL, notice: t('This workspace is not trusted, so nothing was sent to {0}: the answer is extracted from your documents.', name) };
  }
  return { model: createOpenAiModel({ baseUrl, model: name, apiKey: await readApiKey(context.secrets, baseUrl) }) };
}
