import type { Disposable, LogOutputChannel, Uri, WebviewView, WebviewViewProvider } from 'vscode';
import * as vscode from 'vscode';
import type { Intent } from '../protocol/intent';
import { intentSchema } from '../protocol/intent';
import type { ViewEvent } from '../protocol/viewEvent';
import { chatHtml } from './html';

/** Pieces of an answer are joined for this long before they cross to the view. */
const COALESCE_MS = 30;

export const CHAT_VIEW_ID = 'docmind.chat';

/** The side bar view: passes intents in and events out, and nothing else. State lives in the controller. */
export class ChatView implements WebviewViewProvider, Disposable {
  readonly #extensionUri: Uri;
  readonly #log: LogOutputChannel;
  readonly #onIntent: (intent: Intent) => void;
  #view: WebviewView | undefined;
  #listener: Disposable | undefined;
  #waiting: Extract<ViewEvent, { type: 'answerDelta' }> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: { extensionUri: Uri; log: LogOutputChannel; onIntent: (intent: Intent) => void }) {
    this.#extensionUri = options.extensionUri;
    this.#log = options.log;
    this.#onIntent = options.onIntent;
  }

  resolveWebviewView(view: WebviewView): void {
    this.#listener?.dispose();
    this.#view = view;
    const media = vscode.Uri.joinPath(this.#extensionUri, 'dist', 'webview');
    view.webview.options = { enableScripts: true, localResourceRoots: [media] };
    this.#listener = view.webview.onDidReceiveMessage((message: unknown) => { this.#receive(message); });
    view.onDidDispose(() => {
      // A view that was moved may go after the one that takes its place has come.
      if (this.#view === view) {
        this.#view = undefined;
      }
    });
    view.webview.html = chatHtml(view.webview, this.#extensionUri);
  }

  /** Sends an event in order; a view that is hidden or gone catches up by the snapshot that answers its `ready`. */
  post(event: ViewEvent): void {
    if (event.type === 'answerDelta' && this.#waiting?.turnId === event.turnId) {
      this.#waiting = { ...event, text: this.#waiting.text + event.text };
      return;
    }
    this.#flush();
    if (event.type === 'answerDelta') {
      this.#waiting = event;
      this.#timer = setTimeout(() => { this.#flush(); }, COALESCE_MS);
      return;
    }
    this.#send(event);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listener?.dispose();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    const event = this.#waiting;
    this.#waiting = undefined;
    if (event !== undefined) {
      this.#send(event);
    }
  }

  #send(event: ViewEvent): void {
    void this.#view?.webview.postMessage(event);
  }

  #receive(message: unknown): void {
    const parsed = intentSchema.safeParse(message);
    if (parsed.success) {
      this.#onIntent(parsed.data);
    } else {
      this.#log.warn(`The chat view sent something that is not understood: ${parsed.error.issues[0]?.message ?? ''}`);
    }
  }
}
