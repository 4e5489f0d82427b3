import type { Disposable, TextDocumentContentProvider, Uri } from 'vscode';
import * as vscode from 'vscode';
import type { DocumentIndex } from '../app/documentIndex';
import { presentIndexReport } from '../app/presentIndexReport';

const SCHEME = 'docmind-report';
const REPORT_URI = vscode.Uri.from({ scheme: SCHEME, path: 'DocMind Index Report.md' });

/** The index report as a read-only document. */
export class IndexReportDocument implements TextDocumentContentProvider, Disposable {
  readonly #index: DocumentIndex | undefined;
  readonly #lastRun: () => Date | undefined;
  readonly #changed = new vscode.EventEmitter<Uri>();
  readonly #registration: Disposable;

  readonly onDidChange = this.#changed.event;

  /** @param lastRun - when the last run ended. */
  constructor(index: DocumentIndex | undefined, lastRun: () => Date | undefined) {
    this.#index = index;
    this.#lastRun = lastRun;
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  }

  async provideTextDocumentContent(): Promise<string> {
    if (this.#index === undefined) {
      return vscode.l10n.t('No folder is open.');
    }
    const lastRun = this.#lastRun()?.toLocaleTimeString(vscode.env.language);
    return presentIndexReport(await this.#index.report(), lastRun, (message, ...args) => vscode.l10n.t(message, ...args));
  }

  async show(): Promise<void> {
    this.#changed.fire(REPORT_URI);
    const document = await vscode.workspace.openTextDocument(REPORT_URI);
    await vscode.window.showTextDocument(document, { preview: true });
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}
