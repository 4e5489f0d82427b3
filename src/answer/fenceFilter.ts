/** What is said of a source in its fence, the names of its file and its headings, at most. In UTF-16 units. */
const MAX_SAID = 2_000;

/**
 * Takes the fences of sources out of an answer whose writer copied them with what is in them. What stood between them stays.
 * The pieces returned do not depend on how the text was cut.
 */
export class FenceFilter {
  readonly #nonce: string;
  readonly #fence: RegExp;
  #pending = '';

  /** @param nonce - the word of the fences, letters and digits: nothing else has it. */
  constructor(nonce: string) {
    this.#nonce = nonce;
    this.#fence = new RegExp(`</?[a-z]{1,12}-${nonce}(?:[ \\t][^<>\\n]{0,${MAX_SAID}})?>`, 'u');
  }

  /** Takes the next piece. @returns what of the text is decided to be shown. */
  push(text: string): string {
    const parts = (this.#pending + text).split(this.#fence);
    const rest = parts.pop() ?? '';
    const at = rest.lastIndexOf('<');
    const end = at >= 0 && this.#mayBecomeFence(rest.slice(at)) ? at : rest.length;
    this.#pending = rest.slice(end);
    return parts.join('') + rest.slice(0, end);
  }

  /** The text is over. @returns the rest. */
  end(): string {
    const rest = this.#pending;
    this.#pending = '';
    return rest;
  }

  #mayBecomeFence(text: string): boolean {
    const [, begun, word = ''] = /^<\/?([a-z]{0,12})(?:-([^<>\n]*))?$/u.exec(text) ?? [];
    return begun !== undefined && (this.#nonce.startsWith(word) || this.#isFenceSoFar(word));
  }

  #isFenceSoFar(word: string): boolean {
    const said = word.slice(this.#nonce.length);
    return word.startsWith(this.#nonce) && /^[ \t]/u.test(said) && said.length <= MAX_SAID + 1;
  }
}
