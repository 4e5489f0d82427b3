import type { SecretStorage } from 'vscode';
import * as vscode from 'vscode';
import { modelEndpoint } from '../app/settings';
import { toAssistantError } from '../model/errors';
import { readSettings } from './settings';

/** Lists the models of an endpoint. @throws AssistantError model.*, config.invalid */
export type ListModels = (endpoint: { baseUrl: string; apiKey: string | undefined }) => Promise<readonly string[]>;

type Endpoint = NonNullable<ReturnType<typeof modelEndpoint>>;

/** Where the key of an endpoint is kept: per origin, so that a key never goes to another server. */
export function secretName(baseUrl: string): string {
  return `docmind.apiKey:${new URL(baseUrl).origin}`;
}

/** The key of an endpoint; nothing where none was entered. */
export async function readApiKey(secrets: SecretStorage, baseUrl: string): Promise<string | undefined> {
  return secrets.get(secretName(baseUrl));
}

/**
 * Leads through the set-up of a language model, or takes the one that is set up away. Its key is kept in the secret
 * storage only, its address and name in the user's settings.
 */
export async function setUpModel(secrets: SecretStorage, listModels: ListModels): Promise<void> {
  const endpoint = modelEndpoint(readSettings().settings);
  const wish = endpoint === undefined ? 'change' : await askWhatToDo(endpoint, await readApiKey(secrets, endpoint.baseUrl));
  if (wish === 'change') {
    await enterModel(secrets, listModels);
  } else if (wish !== undefined && endpoint !== undefined) {
    await removeModel(secrets, endpoint, wish);
  }
}

type Wish = 'change' | 'removeKey' | 'removeAll';

async function askWhatToDo({ baseUrl, name }: Endpoint, apiKey: string | undefined): Promise<Wish | undefined> {
  const { t } = vscode.l10n;
  const { host } = new URL(baseUrl);
  const removals: readonly { wish: Wish; label: string; detail: string }[] =
    apiKey === undefined
      ? [{ wish: 'removeAll', label: t('Remove the model'), detail: t('Answers are extracted from your documents again.') }]
      : [
          { wish: 'removeKey', label: t('Delete the key'), detail: t('{0} is then asked without one.', host) },
          { wish: 'removeAll', label: t('Remove the model and its key'), detail: t('Answers are extracted from your documents again.') },
        ];
  const picked = await vscode.window.showQuickPick(
    [{ wish: 'change' as const, label: t('Change…'), detail: t('Another address, key or model') }, ...removals],
    { title: t('Language model: {0} at {1}', name, host) },
  );
  return picked?.wish;
}

async function removeModel(secrets: SecretStorage, { baseUrl, name }: Endpoint, wish: 'removeKey' | 'removeAll'): Promise<void> {
  const { t } = vscode.l10n;
  await secrets.delete(secretName(baseUrl));
  if (wish === 'removeAll') {
    await saveModel(undefined, undefined);
  }
  void vscode.window.showInformationMessage(
    wish === 'removeAll'
      ? t('{0} is not used any more. Answers are extracted from your documents.', name)
      : t('The key for {0} is deleted.', new URL(baseUrl).host),
  );
}

async function saveModel(baseUrl: string | undefined, name: string | undefined): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('docmind');
  await configuration.update('model.baseUrl', baseUrl, vscode.ConfigurationTarget.Global);
  await configuration.update('model.name', name, vscode.ConfigurationTarget.Global);
}

/** Address, key, model. Nothing is kept of a set-up that is broken off. */
async function enterModel(secrets: SecretStorage, listModels: ListModels): Promise<void> {
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
  await saveModel(baseUrl, name);
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
  const { host } = new URL(baseUrl);
  let reason = t('{0} lists no models.', host);
  try {
    const names = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: t('Asking {0} for its models', host) },
      () => listModels({ baseUrl, apiKey }),
    );
    if (names.length > 0) {
      return await vscode.window.showQuickPick([...names], { title, ignoreFocusOut: true });
    }
  } catch (error) {
    // Many servers list no models; a name typed by hand is as good. The reason is shown beside it, it may be the key.
    reason = toAssistantError(error).message;
  }
  const name = await vscode.window.showInputBox({
    title,
    prompt: `${reason} ${t('You can still type the name of the model, as the endpoint calls it.')}`,
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === '' ? t('Enter the name of a model, such as gpt-4o-mini or qwen3:8b') : undefined),
  });
  return name?.trim();
}
