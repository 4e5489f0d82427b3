import type { StepView, TurnView } from '../../src/protocol/viewState';
import { h } from '../dom';
import { icon } from '../icons';
import { t } from '../l10n';

/**
 * The progress of a turn. While there is nothing else to see, a line for each step, updated where it stands; beside the
 * answer they are folded behind one line that does not change its height, so that what is being read stays where it is.
 */
export function steps(turn: TurnView): HTMLElement | undefined {
  if (turn.end === undefined && turn.answer === '') {
    return h('ol', { class: 'steps-now' }, ...turn.steps.map(line), isIdle(turn) && h('li', {}, pulse(), t.working));
  }
  return turn.steps.length === 0
    ? undefined
    : h('details', { class: 'steps' }, summary(turn), h('ol', {}, ...turn.steps.map(line)));
}

function summary(turn: TurnView): HTMLElement {
  if (turn.end !== undefined) {
    return h('summary', {}, t.steps(turn.steps.length));
  }
  const running = turn.steps.findLast((step) => !step.done);
  return h('summary', { title: running?.detail }, h('span', { class: 'step-now' }, pulse(), running?.label ?? t.writing));
}

function line({ label, detail, done }: StepView): HTMLElement {
  return h('li', { title: detail }, done ? icon('verified') : pulse(), h('span', {}, label));
}

/** Between two steps, such as while the model thinks. */
function isIdle(turn: TurnView): boolean {
  return turn.steps.every((step) => step.done);
}

function pulse(): HTMLElement {
  return h('span', { class: 'pulse' });
}
