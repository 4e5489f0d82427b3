import type { SecretStorage } from 'vscode';
import * as vscode from 'vscode';
import type { EmbeddingEndpoint } from '../app/documentIndex';
import { embeddingModel } from '../app/settings';
import { readApiKey, secretName } from './modelSetup';
import { readSettings } from './settings';

/** Where passages are embedded; nothing if it is on this machine, as always in a workspace that is not trusted. */
export async function readEmbeddingEndpoint(secrets: SecretStorage): Promise<EmbeddingEndpoint | undefined> {
  const model = embeddingModel(readSettings().settings);
  return model === undefined || !vscode.workspace.isTrusted
    ? undefined
    : { baseUrl: model.baseUrl, model: model.name, apiKey: await readApiKey(secrets, model.baseUrl) };
}

/** Asks for the key of the endpoint that the settings name. It is kept with those of language models, by origin. */
export async function setEmbeddingKey(secrets: SecretStorage): Promise<void> {
  const { t } = vscode.l10n;
  const model = embeddingModel(readSettings().settings);
  if (model === undefined) {
    void vscode.window.showInformationMessage(t('Passages are embedded on this machine, which needs no key. Set docmind.embedding.baseUrl and docmind.embedding.model first.'));
    return;
  }
  const { host } = new URL(model.baseUrl);
  const key = await vscode.window.showInputBox({
    title: t('Key for Embeddings'),
    prompt: t('Key for {0}. Leave empty to delete it. It is kept in the secret storage, never in settings.', host),
    password: true,
    ignoreFocusOut: true,
  });
  if (key !== undefined) {
    const name = secretName(model.baseUrl);
    await (key.trim() === '' ? secrets.delete(name) : secrets.store(name, key.trim()));
  }
}
