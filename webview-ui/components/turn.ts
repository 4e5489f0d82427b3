import type { TurnView, ViewState } from '../../src/protocol/viewState';
import { h, patch } from '../dom';
import { t } from '../l10n';
import { createAnswer } from './answer';
import { sourcesList } from './sources';
import { steps } from './steps';
import { note, turnEnd } from './turnEnd';

/** One question with its answer. */
export interface Turn {
  readonly element: HTMLElement;
  update(turn: TurnView, state: ViewState): void;
  /** The answer as it is shown, with what is remarked of it; where there is none, how the turn ended. */
  readonly text: string;
}

/** A turn with its question; {@link Turn.update} fills in the rest. */
export function createTurn(first: TurnView): Turn {
  const progress = h('div', { class: 'progress' });
  const answer = createAnswer();
  const foot = h('div', { class: 'foot' });
  const questionId = `question-${first.id}`;
  const element = h(
    'article',
    { class: 'turn', 'data-turn': first.id, 'aria-labelledby': questionId },
    h('h2', { class: 'question', id: questionId }, h('span', { class: 'unseen' }, `${t.you}: `), first.question),
    progress,
    answer.element,
    foot,
  );
  let shown: TurnView | undefined;
  let shownModel: string | undefined;
  return {
    element,
    update: (turn, state) => {
      if (turn === shown && state.model === shownModel) {
        return;
      }
      shown = turn;
      shownModel = state.model;
      element.ariaBusy = String(turn.end === undefined);
      patch(progress, steps(turn), note(turn.notice));
      answer.update(turn);
      patch(foot, turnEnd(turn, state), sourcesList(turn));
    },
    get text() {
      const said = answer.element.textContent.trim();
      return said === '' ? foot.textContent.trim() : [said, ...(shown?.remark === undefined ? [] : [shown.remark])].join('\n');
    },
  };
}
