import type { ExtensionContext, LogOutputChannel, Uri } from 'vscode';
import * as vscode from 'vscode';
import type { ChatQuestion } from '../app/chatController';
import type { DocumentIndex } from '../app/documentIndex';
import { modelEndpoint } from '../app/settings';
import type { TurnDeps } from '../app/turn/turn';
import { turnOptions } from '../app/turnOptions';
import { runTurn } from '../app/turnRunner';
import { withNotice } from '../app/withNotice';
import { AssistantError } from '../model/errors';
import type { ChatModel, Clock, CodeSandbox, Consent, DialectMemory, DialectName, NoteStore, Schedule } from '../model/ports';
import type { TurnEvent } from '../model/turn';
import { readApiKey } from './modelSetup';
import { readSettings } from './settings';

/** Makes the model of an endpoint. @throws AssistantError config.invalid */
export type CreateModel = (endpoint: { readonly baseUrl: string; readonly model: string; readonly apiKey: string | undefined }) => ChatModel;

/** What questions are answered with. */
export interface AnsweringParts {
  readonly context: ExtensionContext;
  readonly log: LogOutputChannel;
  readonly createModel: CreateModel;
  /** Saved notes, and the folder for those that are open. */
  readonly notes: { readonly store: NoteStore; readonly dir: Uri };
  readonly sandbox: CodeSandbox;
  readonly now: Clock;
  readonly schedule: Schedule;
}

const DIALECTS_KEY = 'docmind.dialects';

/** Answers the questions of a window, each by the settings of its moment. */
export function createAnswering(parts: AnsweringParts, index: DocumentIndex | undefined, consent: Consent) {
  const dialects = rememberedDialects(parts.context);
  return async function* answer({ question, context, usesModel }: ChatQuestion, signal: AbortSignal): AsyncGenerator<TurnEvent> {
    if (index === undefined) {
      throw new AssistantError('files.notFound', vscode.l10n.t('No folder is open. Open one to ask about its documents.'));
    }
    const { settings } = readSettings();
    const { options, problems } = turnOptions(settings);
    problems.forEach((problem) => { parts.log.warn(problem); });
    const { model, notice } = usesModel ? await selectModel(parts) : NO_MODEL;
    const { notes, sandbox, now, schedule } = parts;
    const runsCode = settings['tools.runCode'] && vscode.workspace.isTrusted;
    const deps: TurnDeps = {
      index, model, context, options, dialects, now, schedule,
      tools: { consent, notes: notes.store, ...(runsCode ? { sandbox } : {}) },
      nonce: crypto.randomUUID().replaceAll('-', ''),
      random: Math.random,
    };
    yield* withNotice(runTurn(question, deps, signal), notice);
  };
}

/** Who answers, and what the reader should know of it. */
interface Selection {
  readonly model: ChatModel | undefined;
  readonly notice?: string;
}

const NO_MODEL: Selection = { model: undefined };

/** The model that the settings name. In a workspace that is not trusted nothing leaves the machine. */
async function selectModel({ context, createModel }: AnsweringParts): Promise<Selection> {
  const endpoint = modelEndpoint(readSettings().settings);
  if (endpoint === undefined) {
    return NO_MODEL;
  }
  const { baseUrl, name } = endpoint;
  if (!vscode.workspace.isTrusted) {
    const { t } = vscode.l10n;
    return { ...NO_MODEL, notice: t('This workspace is not trusted, so nothing was sent to {0}: the answer is extracted from your documents.', name) };
  }
  return { model: createModel({ baseUrl, model: name, apiKey: await readApiKey(context.secrets, baseUrl) }) };
}

/** What was found out about models is true in every window, and later. */
function rememberedDialects({ globalState }: ExtensionContext): DialectMemory {
  const known = () => globalState.get<Readonly<Record<string, unknown>>>(DIALECTS_KEY) ?? {};
  return {
    recall: (modelId) => {
      const dialect = known()[modelId];
      return isDialect(dialect) ? dialect : undefined;
    },
    remember: (modelId, dialect) => void globalState.update(DIALECTS_KEY, { ...known(), [modelId]: dialect }),
  };
}

function isDialect(value: unknown): value is DialectName {
  return value === 'native' || value === 'react' || value === 'tags';
}
