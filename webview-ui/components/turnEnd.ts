import type { TurnEndView, TurnView, ViewState } from '../../src/protocol/viewState';
import { h } from '../dom';
import type { IconName } from '../icons';
import { icon } from '../icons';
import { t } from '../l10n';

/** A sentence about the answer as a whole. */
export function note(text: string | undefined): HTMLElement | undefined {
  return text === undefined ? undefined : h('p', { class: 'note' }, icon('info'), h('span', {}, text));
}

/** How a turn ended, who answered, and what can be done with the answer. */
export function turnEnd(turn: TurnView, state: ViewState): HTMLElement | undefined {
  if (turn.end === undefined) {
    return undefined;
  }
  return h(
    'div',
    { class: 'end' },
    note(turn.remark),
    outcome(turn.end),
    h(
      'div',
      { class: 'end-bar' },
      turn.answer !== '' && author(turn, state),
      turn.answer !== '' && iconButton('rememberAnswer', 'memory'),
      turn.answer !== '' && iconButton('copyAnswer', 'copy'),
    ),
  );
}

function iconButton(action: 'copyAnswer' | 'rememberAnswer', name: IconName): HTMLElement {
  return h('button', { type: 'button', class: 'quiet square', 'data-action': action, 'aria-label': t[action], title: t[action] }, icon(name));
}

function outcome(end: TurnEndView): HTMLElement | undefined {
  switch (end.kind) {
    case 'answered':
      return undefined;
    case 'nothingFound':
      return note(t.nothingFound);
    case 'cancelled':
      return h('p', { class: 'stopped' }, t.stopped);
    case 'failed':
      return h(
        'div',
        { class: 'note failed' },
        icon('warning'),
        h(
          'div',
          {},
          h('strong', {}, Object.hasOwn(t.failures, end.code) ? t.failures[end.code] : t.failed),
          h('p', {}, end.message),
          waysOut(end),
        ),
      );
  }
}

/** Where a model failed there is still the answer that needs none. */
function waysOut({ code, retryable }: Extract<TurnEndView, { kind: 'failed' }>): HTMLElement {
  const isAboutModel = code.startsWith('model.') || code === 'config.invalid';
  return h(
    'div',
    { class: 'ways-out' },
    retryable && h('button', { type: 'button', class: 'secondary', 'data-action': 'retry' }, icon('retry'), t.retry),
    isAboutModel && h('button', { type: 'button', class: 'secondary', 'data-action': 'answerWithoutModel' }, t.answerWithoutModel),
    isAboutModel && h('button', { type: 'button', class: 'secondary', 'data-action': 'setUpModel' }, t.setUpModel),
  );
}

function author(turn: TurnView, state: ViewState): HTMLElement {
  if (turn.model !== undefined) {
    return h('span', { class: 'author' }, t.answeredBy(turn.model));
  }
  return state.model === undefined
    ? h(
        'span',
        { class: 'author' },
        `${t.extractedNoModel} · `,
        h('button', { type: 'button', class: 'link', 'data-action': 'setUpModel' }, t.setUpModel),
      )
    : h('span', { class: 'author' }, t.extracted);
}
