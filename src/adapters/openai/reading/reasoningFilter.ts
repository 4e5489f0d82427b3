const OPEN = '<think>';
const CLOSE = '</think>';

/**
 * Takes `<think>…</think>` out of text that arrives in pieces, wherever the pieces are split.
 *
 * An opening tag right after a backtick is a mention, not a tag. A block that is still open at the end is reasoning
 * if the text began with it, and otherwise was never a tag: then it is given back.
 */
export class ReasoningFilter {
  /** Text that may be the beginning of a tag. */
  #pending = '';
  /** The open block as it was received; nothing outside of one. */
  #block: string | undefined;
  #lastShown = '';
  #hasShown = false;
  #afterBlock = false;

  /** What of the text so far may be shown now and was not yet. */
  push(text: string): string {
    this.#pending += text;
    let shown = '';
    for (;;) {
      const open = this.#block !== undefined;
      const at = open ? this.#pending.toLowerCase().indexOf(CLOSE) : this.#findOpening();
      if (at < 0) {
        return shown + this.#keepPossibleTag(open ? CLOSE : OPEN);
      }
      shown += open ? this.#closeBlock(at) : this.#openBlock(at);
    }
  }

  /** What is left to show when no more text will come. */
  end(): string {
    const rest = (this.#block ?? '') + this.#pending;
    const isReasoning = this.#block !== undefined && !this.#hasShown;
    this.#block = undefined;
    this.#pending = '';
    return isReasoning ? '' : this.#show(rest);
  }

  #findOpening(): number {
    const text = this.#pending.toLowerCase();
    let at = text.indexOf(OPEN);
    while (at >= 0 && (at === 0 ? this.#lastShown : text.charAt(at - 1)) === '`') {
      at = text.indexOf(OPEN, at + 1);
    }
    return at;
  }

  #openBlock(at: number): string {
    const shown = this.#show(this.#pending.slice(0, at));
    this.#block = this.#pending.slice(at, at + OPEN.length);
    this.#pending = this.#pending.slice(at + OPEN.length);
    return shown;
  }

  #closeBlock(at: number): string {
    this.#block = undefined;
    this.#pending = this.#pending.slice(at + CLOSE.length);
    this.#afterBlock = true;
    return '';
  }

  /** Passes on all of the pending text but an end that `tag` may begin with. */
  #keepPossibleTag(tag: string): string {
    const kept = possibleTagLength(this.#pending, tag);
    const settled = this.#pending.slice(0, this.#pending.length - kept);
    this.#pending = this.#pending.slice(this.#pending.length - kept);
    if (this.#block === undefined) {
      return this.#show(settled);
    }
    this.#block += settled;
    return '';
  }

  #show(text: string): string {
    // The blank lines between opening reasoning and the answer belong to neither.
    const shown = this.#afterBlock && !this.#hasShown ? text.trimStart() : text;
    this.#lastShown = shown.at(-1) ?? this.#lastShown;
    this.#hasShown ||= shown.trim() !== '';
    return shown;
  }
}

/** Length of the longest end of `text` that `tag` begins with, the whole tag excluded. */
function possibleTagLength(text: string, tag: string): number {
  const end = text.slice(1 - tag.length).toLowerCase();
  for (let from = 0; from < end.length; from += 1) {
    if (tag.startsWith(end.slice(from))) {
      return end.length - from;
    }
  }
  return 0;
}
