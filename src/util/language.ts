/** The languages that the assistant's own sentences exist in. */
export type Language = 'en' | 'zh';

const HAN = /\p{Script=Han}/gu;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const WORD = /(?:(?!\p{Script=Han})[\p{L}\p{N}_.-])+/gu;

/**
 * The language to answer in. A Chinese question about code is full of English names, so one Han character weighs as much
 * as a Latin word, and code and paths count as one word each. Japanese (kana) and all other languages get English.
 */
export function detectLanguage(text: string): Language {
  if (KANA.test(text)) {
    return 'en';
  }
  const prose = text.replace(/`[^`]*`|https?:\/\/\S+/g, ' x ');
  const han = prose.match(HAN)?.length ?? 0;
  const words = prose.match(WORD)?.length ?? 0;
  return han > 0 && han * 2 >= words ? 'zh' : 'en';
}
