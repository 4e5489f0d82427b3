import type { ViewEvent } from '../../src/protocol/viewEvent';
import { h } from '../dom';
import { t } from '../l10n';

/** Longest text that is read out, in UTF-16 units; the rest is there to be read. */
const MAX_SPOKEN_LENGTH = 2_000;

/** Tells screen readers, politely, what sighted people see happen. */
export interface Announcer {
  readonly element: HTMLElement;
  readonly say: (text: string) => void;
  /**
   * Says that an answer has begun, each new step on its way, and, once, the whole of it. What grows in between is not read
   * out, what is gone not any more.
   */
  readonly hear: (event: ViewEvent) => void;
}

/** @param answerText - the answer of a turn as it is shown, or why there is none. */
export function createAnnouncer(answerText: (turnId: string) => string): Announcer {
  const element = h('div', { class: 'unseen', role: 'status', 'aria-live': 'polite' });
  const say = (text: string): void => {
    element.textContent = text.slice(0, MAX_SPOKEN_LENGTH);
  };
  return {
    element,
    say,
    hear: (event) => {
      if (event.type === 'turnStarted') {
        say(t.announceStart);
      } else if (event.type === 'step' && !event.step.done) {
        say(event.step.label);
      } else if (event.type === 'turnEnded') {
        say(t.announceEnd(answerText(event.turnId)));
      } else if (event.type === 'turnRemoved') {
        say('');
      }
    },
  };
}
