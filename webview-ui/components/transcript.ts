import type { ViewState } from '../../src/protocol/viewState';
import { h, patch } from '../dom';
import { followEnd } from '../behaviour/follow';
import { icon } from '../icons';
import { t } from '../l10n';
import { emptyState } from './emptyState';
import { createTurn, type Turn } from './turn';

/** The conversation: every turn in order, or the empty state. */
export interface Transcript {
  readonly element: HTMLElement;
  update(state: ViewState): void;
  /** What a turn shows, for reading out; empty if it is not there. */
  readonly textOf: (turnId: string) => string;
}

/** An empty conversation; {@link Transcript.update} fills it. */
export function createTranscript(): Transcript {
  const jump = h('button', { type: 'button', class: 'jump', hidden: true }, icon('down'), t.jumpToLatest);
  const empty = h('div', { class: 'empty-place' });
  const list = h('div', { class: 'turns' });
  const scroller = h('main', { class: 'scroller', 'aria-label': t.conversation, tabindex: 0 }, empty, list);
  const element = h('div', { class: 'transcript' }, scroller, jump);
  const turns = new Map<string, Turn>();
  const follower = followEnd(scroller, (isAtEnd) => {
    if (isAtEnd && document.activeElement === jump) {
      scroller.focus();
    }
    jump.hidden = isAtEnd;
  });
  jump.addEventListener('click', follower.jumpToEnd);
  return {
    element,
    update: (state) => {
      patch(empty, state.turns.length === 0 && emptyState(state));
      const added = updateTurns(turns, list, state);
      if (added === undefined) {
        follower.follow();
      } else {
        follower.showStart(added);
      }
    },
    textOf: (turnId) => turns.get(turnId)?.text ?? '',
  };
}

/** @returns the last turn, if it is new. */
function updateTurns(turns: Map<string, Turn>, list: HTMLElement, state: ViewState): HTMLElement | undefined {
  const wanted = new Set(state.turns.map((turn) => turn.id));
  for (const [id, turn] of turns) {
    if (!wanted.has(id)) {
      turn.element.remove();
      turns.delete(id);
    }
  }
  let last: HTMLElement | undefined;
  for (const view of state.turns) {
    const known = turns.get(view.id);
    const turn = known ?? createTurn(view);
    if (known === undefined) {
      turns.set(view.id, turn);
      list.append(turn.element);
    }
    turn.update(view, state);
    last = known === undefined ? turn.element : undefined;
  }
  return last;
}
