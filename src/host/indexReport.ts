import type { Disposable, TextDocumentContentProvider, Uri } from 'vscode';
import * as vscode from 'vscode';
import type { DocumentIndex } from '../app/documentIndex';
import type { IndexReport, SkipReason } from '../model/indexReport';
import { formatSize } from '../util/formatSize';

const SCHEME = 'docmind-report';
const REPORT_URI = vscode.Uri.from({ scheme: SCHEME, path: 'DocMind Index Report.md' });

/** The index report as a read-only document. */
export class IndexReportDocument implements TextDocumentContentProvider, Disposable {
  readonly #index: DocumentIndex | undefined;
  readonly #changed = new vscode.EventEmitter<Uri>();
  readonly #registration: Disposable;

  readonly onDidChange = this.#changed.event;

  constructor(index: DocumentIndex | undefined) {
    this.#index = index;
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  }

  async provideTextDocumentContent(): Promise<string> {
    return this.#index === undefined ? vscode.l10n.t('No folder is open.') : formatReport(await this.#index.report());
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

function formatReport(report: IndexReport): string {
  const { t } = vscode.l10n;
  const words = skipWords();
  const skipped = Object.entries(report.skipped).map(([reason, count]) => `- ${words[reason as SkipReason]}: ${count}`);
  const failed = report.failed.map(({ path, reason }) => `- ${path}: ${reason}`);
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
  return [
    `# ${t('DocMind Index Report')}`,
    '',
    `- ${t('Files')}: ${report.files}`,
    `- ${t('Passages')}: ${report.passages}`,
    `- ${t('Size of the files')}: ${formatSize(report.bytes)}`,
    `- ${t('Last run')}: ${report.seconds.toFixed(1)} s`,
    `- ${t('Searches use')}: ${report.tiers.join(', ')}`,
    `- ${t('Models')}: ${report.model}`,
    `- ${t('Folder')}: ${report.dir}`,
    ...section(t('Failed'), failed),
    ...section(t('Left out, by reason'), skipped),
    ...section(t('Notes'), report.warnings.map((warning) => `- ${warning}`)),
    '',
  ].join('\n');
}

function skipWords(): Readonly<Record<SkipReason, string>> {
  const { t } = vscode.l10n;
  return {
    binary: t('Not text'),
    empty: t('Empty'),
    generated: t('Generated'),
    secret: t('May hold keys'),
    tooLarge: t('Too large'),
    unsupported: t('Of a kind that is not read'),
  };
}
