/** Code, addresses and quotations: what stands in them is spoken of, not said. */
const LITERAL =
  /```[^]*?(?:```|$)|`[^`\n]{1,400}`|https?:\/\/[^\s，。？！）]{1,400}|"[^"\n]{1,400}"|“[^”\n]{1,400}”|「[^」\n]{1,400}」|『[^』\n]{1,400}』|《[^》\n]{1,400}》|(?<![\p{L}\p{N}])'[^'\n]{1,400}'(?![\p{L}\p{N}])/gu;

/** A text of the same length in which each literal is one word that means nothing; what is found in it stands at the same place in the text. */
export function maskLiterals(text: string): string {
  return text.replace(LITERAL, (literal) => literal.replace(/[^\n]/g, 'x'));
}
