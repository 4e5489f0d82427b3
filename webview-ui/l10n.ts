import { english, type Texts } from './l10n/en';
import { chinese } from './l10n/zh';

/** The texts for a BCP 47 language tag, English where there is no translation. */
export function textsFor(language: string): Texts {
  return language.toLowerCase().startsWith('zh') ? chinese : english;
}

/** The texts of this page, chosen by the `lang` that the host gave it. */
export const t: Texts = textsFor(document.documentElement.lang);
