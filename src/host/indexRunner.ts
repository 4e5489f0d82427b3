import type { Disposable, Event, LogOutputChannel, WorkspaceFolder } from 'vscode';
import * as vscode from 'vscode';
import type { DocumentIndex } from '../app/documentIndex';
import { presentProgress, presentReport } from '../app/present';
import { toAssistantError } from '../model/errors';
import type { IndexReport } from '../model/indexReport';
import type { IndexStatusView } from '../protocol/viewState';

/** Changes are gathered until the files have been quiet for this long. */
const QUIET_MS = 400;

/** Keeps the index up with the workspace: at the start, when files change, when the window is looked at again. */
export class IndexRunner implements Disposable {
  readonly #index: DocumentIndex;
  readonly #log: LogOutputChannel;
  readonly #status = new vscode.EventEmitter<IndexStatusView>();
  readonly #watching: Disposable;
  #timer: NodeJS.Timeout | undefined;
  #run: AbortController | undefined;
  #again = false;
  #endedAt: Date | undefined;

  readonly onStatus: Event<IndexStatusView> = this.#status.event;

  constructor(index: DocumentIndex, folder: WorkspaceFolder, log: LogOutputChannel) {
    this.#index = index;
    this.#log = log;
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '**/*'));
    const changed = () => { this.schedule(); };
    this.#watching = vscode.Disposable.from(
      this.#status,
      watcher,
      watcher.onDidCreate(changed),
      watcher.onDidChange(changed),
      watcher.onDidDelete(changed),
      vscode.window.onDidChangeWindowState(({ focused }) => { if (focused) { changed(); } }),
    );
  }

  /** When the last run ended that was not broken off by a failure. */
  get endedAt(): Date | undefined {
    return this.#endedAt;
  }

  /** Brings the index up to date soon. Watchers may lie or repeat themselves: the walk decides what changed. */
  schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => { void this.sync(); }, QUIET_MS);
  }

  /** Brings the index up to date now; if a run is under way, once more after it. */
  async sync(): Promise<void> {
    if (this.#run !== undefined) {
      this.#again = true;
      return;
    }
    this.#run = new AbortController();
    try {
      const report = await this.#index.sync((progress) => { this.#status.fire(presentProgress(progress)); }, this.#run.signal);
      this.#endedAt = new Date();
      this.#logReport(report);
      this.#status.fire(presentReport(report));
    } catch (error) {
      // The status line is where a person looks for this.
      const { message } = toAssistantError(error);
      this.#log.error(message);
      this.#status.fire({ kind: 'failed', message });
    } finally {
      this.#run = undefined;
    }
    if (this.#again) {
      this.#again = false;
      await this.sync();
    }
  }

  /** Ends the run under way; what is done is kept. */
  cancel(): void {
    this.#again = false;
    this.#run?.abort();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.cancel();
    this.#watching.dispose();
  }

  #logReport(report: IndexReport): void {
    const { files, passages, embedded, seconds, failed, warnings } = report;
    this.#log.info(`Index: ${files} files, ${passages} passages, ${embedded} embedded in ${seconds.toFixed(1)} s, ${failed.length} failed`);
    for (const warning of warnings) {
      this.#log.warn(warning);
    }
  }
}
