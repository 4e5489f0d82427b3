import type { ConsentUse } from '../model/ports';
import type { Translate } from './translate';

/** What of a program or a query a dialog can show without being scrolled. In UTF-16 units. */
const MAX_SHOWN = 1_500;
const MAX_LINES = 20;

/** What moves or hides text instead of showing: control characters, and those that set its direction or have no width. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** What a person is asked before something leaves the machine or runs. */
export interface ConsentQuestion {
  readonly message: string;
  readonly detail: string;
}

/**
 * The question for a use, with exactly what leaves or runs: nothing of it can hide or disguise itself, and what does not
 * fit is counted.
 */
export function consentQuestion(use: ConsentUse, detail: string, t: Translate): ConsentQuestion {
  const [message, effect] =
    use === 'webSearch'
      ? [t('Let DocMind search the web for this?'), t('These words leave your machine:')]
      : [t('Let DocMind run this program?'), t('The language model wrote it. It has two seconds, and no files and no network:')];
  return { message, detail: [effect, visiblePart(detail, t), t('“Always” and “Never” count for this workspace until you reset the tool permissions.')].join('\n\n') };
}

function visiblePart(detail: string, t: Translate): string {
  const whole = detail.replaceAll('\r\n', '\n').replace(UNSEEN, (character) => (character === '\n' || character === '\t' ? character : codeOf(character)));
  const shown = whole.split('\n').slice(0, MAX_LINES).join('\n').slice(0, MAX_SHOWN).toWellFormed();
  const left = whole.length - shown.length;
  return left === 0 ? shown : `${shown}\n${t('… and {0} more characters that are not shown', left)}`;
}

function codeOf(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`;
}
