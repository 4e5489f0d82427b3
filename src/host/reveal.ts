import type { Disposable, TextEditor, Uri } from 'vscode';
import * as vscode from 'vscode';
import type { Lines } from '../app/citationDesk';

/** How long the cited lines stay marked. */
const MARK_MS = 4_000;

/** Opens files at cited lines and marks them for a moment. */
export class CitationRevealer implements Disposable {
  /** A bar and a tint: the bar is what shows in high contrast, where themes have no tint. */
  readonly #decoration = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('editor.selectionHighlightBackground'),
    borderColor: new vscode.ThemeColor('focusBorder'),
    borderStyle: 'solid',
    borderWidth: '0 0 0 3px',
    overviewRulerColor: new vscode.ThemeColor('focusBorder'),
    overviewRulerLane: vscode.OverviewRulerLane.Center,
  });
  /** Lines that are rewritten are not the cited ones any more, and a mark would stretch over what takes their place. */
  readonly #listener = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.length > 0 && document === this.#marked?.editor.document) {
      this.#unmark();
    }
  });
  #marked: { editor: TextEditor; timer: NodeJS.Timeout } | undefined;

  /** Shows the first of some lines, the caret at its start, and marks them all. */
  async reveal(uri: Uri, lines: readonly Lines[], beside: boolean): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    const ranges = lines.map(({ startLine, endLine }) =>
      new vscode.Range(new vscode.Position(startLine - 1, 0), document.lineAt(Math.min(endLine, document.lineCount) - 1).range.end));
    const [first = new vscode.Range(0, 0, 0, 0)] = ranges;
    const editor = await vscode.window.showTextDocument(document, {
      viewColumn: beside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active,
      selection: new vscode.Range(first.start, first.start),
      preview: true,
    });
    editor.revealRange(first, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    this.#unmark();
    editor.setDecorations(this.#decoration, ranges);
    this.#marked = { editor, timer: setTimeout(() => { this.#unmark(); }, MARK_MS) };
  }

  dispose(): void {
    this.#unmark();
    this.#listener.dispose();
    this.#decoration.dispose();
  }

  #unmark(): void {
    if (this.#marked !== undefined) {
      clearTimeout(this.#marked.timer);
      this.#marked.editor.setDecorations(this.#decoration, []);
      this.#marked = undefined;
    }
  }
}
