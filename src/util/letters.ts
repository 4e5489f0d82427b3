/** The letters and digits of a text in one case and width: equal for texts that differ in spaces, marks and markup only. */
export function lettersOf(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
