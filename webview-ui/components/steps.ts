import type { TurnView } from '../../src/protocol/viewState';
import { h } from '../dom';
import { t } from '../l10n';

/** The progress of a turn: its newest step on one line while it runs, all of them folded once it is done. */
export function steps(turn: TurnView): HTMLElement | undefined {
  if (turn.end === undefined) {
    return h('p', { class: 'step-now' }, h('span', { class: 'pulse' }), turn.steps.at(-1)?.label ?? t.working);
  }
  return turn.steps.length === 0
    ? undefined
    : h(
        'details',
        { class: 'steps' },
        h('summary', {}, t.steps(turn.steps.length)),
        h('ol', {}, ...turn.steps.map((step) => h('li', {}, step.label))),
      );
}
