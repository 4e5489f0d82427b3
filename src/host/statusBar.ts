import type { Disposable } from 'vscode';
import * as vscode from 'vscode';
import type { IndexStatusView } from '../protocol/viewState';

/** The index's state in the status bar; a click shows the report. */
export class IndexStatusBar implements Disposable {
  readonly #item = vscode.window.createStatusBarItem('docmind.index', vscode.StatusBarAlignment.Right, 80);

  constructor() {
    this.#item.name = vscode.l10n.t('DocMind Index');
    this.#item.command = 'docmind.showIndexReport';
  }

  show(status: IndexStatusView): void {
    const { text, tooltip } = describe(status);
    this.#item.text = text;
    this.#item.tooltip = tooltip;
    this.#item.accessibilityInformation = { label: tooltip, role: 'button' };
    this.#item.backgroundColor =
      status.kind === 'failed' ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined;
    this.#item.show();
  }

  dispose(): void {
    this.#item.dispose();
  }
}

function describe(status: IndexStatusView): { text: string; tooltip: string } {
  const { t } = vscode.l10n;
  switch (status.kind) {
    case 'noWorkspace':
      return { text: '$(book) DocMind', tooltip: t('DocMind: open a folder to ask about its documents') };
    case 'starting':
      return { text: '$(sync~spin) DocMind', tooltip: t('DocMind: opening the index') };
    case 'indexing': {
      const share = status.total === 0 ? '' : ` ${Math.floor((status.done / status.total) * 100)} %`;
      return { text: `$(sync~spin) DocMind${share}`, tooltip: t('DocMind: indexing, {0} of {1}', status.done, status.total) };
    }
    case 'ready': {
      const counts = t('{0} files, {1} passages, {2} failed', status.files, status.passages, status.failed);
      return { text: `$(book) ${status.passages}`, tooltip: `DocMind: ${counts}` };
    }
    case 'failed':
      return { text: '$(error) DocMind', tooltip: `DocMind: ${status.message}` };
  }
}
