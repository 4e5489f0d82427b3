import { MAX_QUESTION_LENGTH } from '../../src/protocol/limits';
import type { ViewState } from '../../src/protocol/viewState';
import { isComposing, watchComposition } from '../behaviour/ime';
import { recall } from '../behaviour/recall';
import { h } from '../dom';
import { icon } from '../icons';
import { t } from '../l10n';

/** What the composer tells its owner. */
export interface ComposerEvents {
  onSend(question: string): void;
  onDraft(draft: string): void;
}

/** The field for the question, with Send or, while a turn runs, Stop. */
export interface Composer {
  readonly element: HTMLElement;
  update(state: ViewState): void;
  focus(): void;
}

/** A composer that holds `draft`. */
export function createComposer(draft: string, events: ComposerEvents): Composer {
  const { element, field, hint, send, stop } = composerParts();
  let questions: readonly string[] = [];
  let obstacle: string | undefined;

  const showReadiness = (): void => {
    hint.replaceChildren(...(obstacle === undefined ? keyHints() : [obstacle]));
    send.ariaDisabled = String(obstacle !== undefined || field.value.trim() === '');
  };
  const change = (text: string): void => {
    field.value = text;
    events.onDraft(text);
    showReadiness();
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    const question = field.value.trim();
    if (question !== '' && obstacle === undefined) {
      events.onSend(question);
      change('');
      field.focus();
    }
  };
  const composition = watchComposition(field);
  field.value = draft;
  field.addEventListener('input', () => { change(field.value); });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.shiftKey && !isComposing(event, composition)) {
      submit(event);
      return;
    }
    const recalled = recall(questions, field.value, event.key);
    if (recalled !== undefined) {
      event.preventDefault();
      change(recalled);
    }
  });
  element.addEventListener('submit', submit);
  return {
    element,
    focus: () => { field.focus(); },
    update: (state) => {
      const isRunning = hasRunningTurn(state);
      questions = state.turns.map((turn) => turn.question);
      obstacle = obstacleOf(state);
      showReadiness();
      swap(isRunning ? stop : send, isRunning ? send : stop, field);
    },
  };
}

/** Whether an answer is being made. */
export function hasRunningTurn(state: ViewState): boolean {
  return state.turns.some((turn) => turn.end === undefined);
}

function composerParts() {
  const field = h('textarea', {
    id: 'question', rows: 1, maxlength: MAX_QUESTION_LENGTH, placeholder: t.placeholder, 'aria-describedby': 'composer-hint',
  });
  const hint = h('span', { class: 'hint', id: 'composer-hint' });
  const send = h('button', { type: 'submit', class: 'round', 'aria-label': t.send, title: t.send }, icon('send'));
  const stop = h(
    'button',
    { type: 'button', class: 'round stop', 'data-action': 'stop', 'aria-label': t.stop, title: t.stop, hidden: true },
    icon('stop'),
  );
  const element = h(
    'form',
    { class: 'composer', 'aria-label': t.question },
    h('label', { class: 'unseen', for: 'question' }, t.question),
    field,
    h('div', { class: 'composer-bar' }, hint, send, stop),
  );
  return { element, field, hint, send, stop };
}

/** The second one is left out where there is no room for it. */
function keyHints(): (Node | string)[] {
  return [t.hintSend, h('span', { class: 'if-room' }, ` · ${t.hintNewLine}`)];
}

function obstacleOf(state: ViewState): string | undefined {
  if (hasRunningTurn(state)) {
    return t.hintRunning;
  }
  return state.index.kind === 'noWorkspace' ? t.hintNoWorkspace : undefined;
}

function swap(shown: HTMLElement, hidden: HTMLElement, refuge: HTMLElement): void {
  if (document.activeElement === hidden) {
    refuge.focus();
  }
  shown.hidden = false;
  hidden.hidden = true;
}
