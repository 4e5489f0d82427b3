import type { IndexStatusView } from '../../src/protocol/viewState';
import { h, patch } from '../dom';
import { icon } from '../icons';
import { t } from '../l10n';

/** The line at the top: what the index is doing, and a new chat. */
export interface Header {
  readonly element: HTMLElement;
  update(status: IndexStatusView): void;
}

/** An empty header; {@link Header.update} fills it. */
export function createHeader(): Header {
  const status = h('div', { class: 'index-status' });
  const element = h(
    'header',
    {},
    h('h1', { class: 'unseen' }, t.title),
    status,
    h('button', { type: 'button', class: 'quiet square', 'data-action': 'newChat', 'aria-label': t.newChat, title: t.newChat }, icon('newChat')),
  );
  return {
    element,
    update: (next) => {
      element.dataset.status = next.kind;
      patch(status, ...statusLine(next));
    },
  };
}

function statusLine(status: IndexStatusView): (Node | string | false)[] {
  switch (status.kind) {
    case 'noWorkspace':
    case 'starting':
      return [h('span', {}, t[status.kind])];
    case 'indexing':
      return indexing(status);
    case 'ready':
      return [
        h('span', {}, t.ready(status.files, status.passages)),
        status.failed > 0 && reportButton(t.failedFiles(status.failed)),
      ];
    case 'failed':
      return [h('span', { title: status.message }, `${t.indexFailed}: ${status.message}`), reportButton(t.showReport)];
  }
}

function indexing(status: Extract<IndexStatusView, { kind: 'indexing' }>): (Node | false)[] {
  const isCounted = status.total > 0;
  return [
    h(
      'span',
      {},
      t.indexing[status.phase],
      isCounted && ` · ${t.progress(status.done, status.total)}`,
      status.usable && h('span', { class: 'faint' }, ` · ${t.usable}`),
    ),
    h('progress', { 'aria-label': t.indexingProgress, ...(isCounted ? { max: status.total, value: status.done } : {}) }),
  ];
}

function reportButton(label: string): HTMLElement {
  return h('button', { type: 'button', class: 'link', 'data-action': 'showIndexReport' }, label);
}
