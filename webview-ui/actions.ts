import type { Intent } from '../src/protocol/intent';

const ACTIONS: Readonly<Record<string, (turnId: string, text: string) => Intent>> = {
  stop: () => ({ type: 'stop' }),
  newChat: () => ({ type: 'newChat' }),
  setUpModel: () => ({ type: 'setUpModel' }),
  showIndexReport: () => ({ type: 'showIndexReport' }),
  retry: (turnId) => ({ type: 'retry', turnId }),
  answerWithoutModel: (turnId) => ({ type: 'answerWithoutModel', turnId }),
  copyAnswer: (turnId) => ({ type: 'copyAnswer', turnId }),
  rememberAnswer: (turnId) => ({ type: 'rememberAnswer', turnId }),
  ask: (_turnId, text) => ({ type: 'ask', text }),
};

/**
 * What a click on an element asks of the host. Components say it in attributes (`data-action`, `data-n`, `data-text`;
 * `data-turn` on the turn), so that elements may be patched and replaced without losing a listener.
 */
export function intentOf(target: Element, beside: boolean): Intent | undefined {
  const control = target.closest<HTMLElement>('[data-action], [data-n], a[href]');
  if (control === null) {
    return undefined;
  }
  const turnId = control.closest<HTMLElement>('[data-turn]')?.dataset.turn ?? '';
  const { n, action, text } = control.dataset;
  if (n !== undefined) {
    return { type: 'openCitation', turnId, n: Number(n), ...(beside ? { beside } : {}) };
  }
  if (action !== undefined) {
    return ACTIONS[action]?.(turnId, text ?? '');
  }
  return control instanceof HTMLAnchorElement ? { type: 'openLink', href: control.href } : undefined;
}
