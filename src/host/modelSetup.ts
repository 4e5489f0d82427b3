import type { SecretStorage } from 'vscode';
import * as vscode from 'vscode';
import { toAssistantError } from '../model/errors';

/** Lists the models of an endpoint. @throws AssistantError model.*, config.invalid */
export type ListModels = (endpoint: { baseUrl: string; apiKey: string | undefined }) => Promise<readonly string[]>;

/** Where the key of an endpoint is kept: per origin, so that a key never goes to another server. */
export function secretName(baseUrl: string): string {
  return `docmind.apiKey:${new URL(baseUrl).origin}`;
}

/** The key of an endpoint; nothing where none was entered. */
export async function readApiKey(secrets: SecretStorage, baseUrl: string): Promise<string | undefined> {
  return secrets.get(secretName(baseUrl));
}

/**
 * Leads through the set-up of a language model: address, key, model. The key goes to the secret storage only; address
 * and name go to the user's settings. Nothing is kept of a set-up that is broken off.
 */
export async function setUpModel(secrets: SecretStorage, listModels: ListModels): Promise<void> {
  const baseUrl = await askBaseUrl();
  if (baseUrl === undefined) {
    return;
  }
  const known = await readApiKey(secrets, baseUrl);
  const entered = await askApiKey(baseUrl, known !== undefined);
  if (entered === undefined) {
    return;
  }
  const apiKey = entered === '' ? known : entered;
  const name = await askModel(baseUrl, apiKey, listModels);
  if (name === undefined) {
    return;
  }
  if (apiKey !== undefined) {
    await secrets.store(secretName(baseUrl), apiKey);
  }
  const configuration = vscode.workspace.getConfiguration('docmind');
  await configuration.update('model.baseUrl', baseUrl, vscode.ConfigurationTarget.Global);
  await configuration.update('model.name', name, vscode.ConfigurationTarget.Global);
  void vscode.window.showInformationMessage(vscode.l10n.t('DocMind answers with {0} from now on.', name));
}

function askBaseUrl(): Thenable<string | undefined> {
  const { t } = vscode.l10n;
  return vscode.window.showInputBox({
    title: t('Set Up a Language Model (1/3): address'),
    prompt: t('Address of an OpenAI-compatible endpoint, such as https://api.openai.com/v1 or http://localhost:11434/v1'),
    value: vscode.workspace.getConfiguration('docmind').get('model.baseUrl', ''),
    ignoreFocusOut: true,
    validateInput: faultOf,
  });
}

/** What is wrong with an address. One with a password in it would end up in the settings, in plain text. */
function faultOf(address: string): string | undefined {
  const { t } = vscode.l10n;
  const url = URL.parse(address);
  if (url === null || !['https:', 'http:'].includes(url.protocol)) {
    return t('Enter an address that starts with http:// or https://');
  }
  return url.username + url.password === '' ? undefined : t('Leave the user name and the password out: the key is asked for next.');
}

function askApiKey(baseUrl: string, isKnown: boolean): Thenable<string | undefined> {
  const { t } = vscode.l10n;
  return vscode.window.showInputBox({
    title: t('Set Up a Language Model (2/3): key'),
    prompt: isKnown
      ? t('Key for {0}. Leave empty to keep the key that is stored.', new URL(baseUrl).host)
      : t('Key for {0}. Leave empty if it needs none. It is kept in the secret storage, never in settings.', new URL(baseUrl).host),
    password: true,
    ignoreFocusOut: true,
  });
}

async function askModel(baseUrl: string, apiKey: string | undefined, listModels: ListModels): Promise<string | undefined> {
  const { t } = vscode.l10n;
  const title = t('Set Up a Language Model (3/3): model');
  let names: readonly string[];
  try {
    names = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: t('Asking {0} for its models', new URL(baseUrl).host) },
      () => listModels({ baseUrl, apiKey }),
    );
  } catch (error) {
    // Many servers list no models; a name typed by hand is as good. The reason is shown, it may be the key.
    void vscode.window.showWarningMessage(toAssistantError(error).message);
    names = [];
  }
  return names.length > 0
    ? vscode.window.showQuickPick([...names], { title, ignoreFocusOut: true })
    : vscode.window.showInputBox({ title, prompt: t('Name of the model, as the endpoint calls it'), ignoreFocusOut: true });
}
