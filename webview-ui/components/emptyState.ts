import type { ViewState } from '../../src/protocol/viewState';
import { h } from '../dom';
import { icon } from '../icons';
import { t } from '../l10n';

/** What an empty chat shows: what this is, and questions to begin with. */
export function emptyState(state: ViewState): HTMLElement {
  const hasWorkspace = state.index.kind !== 'noWorkspace';
  return h(
    'section',
    { class: 'empty' },
    h('div', { class: 'empty-mark' }, icon('mark')),
    h('h2', {}, t.emptyTitle),
    h('p', {}, hasWorkspace ? t.emptyText : t.emptyNoWorkspace),
    hasWorkspace && state.suggestions.length > 0 && suggestionList(state.suggestions),
  );
}

function suggestionList(suggestions: readonly string[]): HTMLElement {
  return h(
    'ul',
    { class: 'suggestions', 'aria-label': t.suggestions },
    ...suggestions.map((text) =>
      h('li', {}, h('button', { type: 'button', 'data-action': 'ask', 'data-text': text }, text)),
    ),
  );
}
