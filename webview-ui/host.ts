import type { Intent } from '../src/protocol/intent';
import type { ViewEvent } from '../src/protocol/viewEvent';

/** What the view needs of the world around it. */
export interface Host {
  readonly post: (intent: Intent) => void;
  readonly onEvent: (listener: (event: ViewEvent) => void) => void;
  /** The text that was in the composer when the view was last hidden or reloaded. */
  readonly draft: string;
  readonly saveDraft: (draft: string) => void;
}

interface VsCodeApi {
  postMessage(message: Intent): void;
  getState(): { readonly draft?: string } | undefined;
  setState(state: { readonly draft: string }): void;
}

declare global {
  /** Present inside a VS Code webview only; may be called once. */
  var acquireVsCodeApi: (() => VsCodeApi) | undefined;
  /** Stands in for VS Code where the view is opened as a plain page. */
  var docmindHost: Host | undefined;
}

/**
 * The host of this page: VS Code, or whatever the page put in `docmindHost`.
 *
 * @throws Error if there is neither.
 */
export function connectHost(): Host {
  if (globalThis.acquireVsCodeApi !== undefined) {
    return vsCodeHost(globalThis.acquireVsCodeApi());
  }
  if (globalThis.docmindHost !== undefined) {
    return globalThis.docmindHost;
  }
  throw new Error('The chat view has no host: open it in VS Code, or set docmindHost before its script runs.');
}

function vsCodeHost(api: VsCodeApi): Host {
  return {
    post: (intent) => {
      api.postMessage(intent);
    },
    onEvent: (listener) => {
      window.addEventListener('message', (message: MessageEvent<ViewEvent>) => {
        listener(message.data);
      });
    },
    draft: api.getState()?.draft ?? '',
    saveDraft: (draft) => {
      api.setState({ draft });
    },
  };
}
