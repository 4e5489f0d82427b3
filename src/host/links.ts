import * as vscode from 'vscode';

/** Opens a link of an answer in the browser, after showing where it leads: answers are model output. */
export async function openExternalLink(href: string): Promise<void> {
  const url = URL.parse(href);
  if (url === null || !['https:', 'http:', 'mailto:'].includes(url.protocol)) {
    return;
  }
  const { t } = vscode.l10n;
  const open = t('Open');
  const where = url.protocol === 'mailto:' ? url.pathname : url.host;
  const choice = await vscode.window.showInformationMessage(
    t('An answer links to {0}. Open it?', where),
    { modal: true, detail: url.href },
    open,
  );
  if (choice === open) {
    await vscode.env.openExternal(vscode.Uri.parse(url.href));
  }
}
