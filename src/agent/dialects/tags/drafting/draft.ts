import { Continuation } from './continuation';
import type { Tag } from '../scanning/tags';
import type { TagPart } from '../scanning/tagScanner';
import { TagScanner } from '../scanning/tagScanner';

/** More of an answer; or a mark, and the text behind it in the same piece. */
export type DraftPart = { readonly text: string } | { readonly tag: Tag; readonly rest: string };

/** The answer as it is shown, written in several responses. */
export class Draft {
  #text = '';
  /** White space before the first word. */
  #lead = '';
  #scanner = new TagScanner();
  #joining = new Continuation({ written: '', isCut: false, isCode: false });

  get text(): string {
    return this.#text;
  }

  /** What closes the code that is open where the text ends. */
  get closing(): string {
    return this.#scanner.closing;
  }

  /** Begins a response. @param isCut - whether the one before broke off anywhere. */
  begin(isCut: boolean): void {
    this.#scanner = TagScanner.after(this.#text);
    this.#joining = new Continuation({ written: this.#text, isCut, isCode: this.#scanner.isFenced });
  }

  /** Takes a piece of the response. Text counts as shown once it is taken: whoever acts on a tag takes no more. */
  *push(piece: string): Generator<DraftPart> {
    yield* this.#take(this.#scanner.push(this.#joining.push(piece)));
  }

  /** The response is over. @param how - see {@link TagScanner.end}. */
  *end(how: 'whole' | 'cut'): Generator<DraftPart> {
    yield* this.#take([...this.#scanner.push(this.#joining.end()), ...this.#scanner.end(how)]);
  }

  *#take(parts: readonly TagPart[]): Generator<DraftPart> {
    for (const [at, part] of parts.entries()) {
      if ('tag' in part) {
        const behind = parts.slice(at + 1).flatMap((later) => ('text' in later ? later.text : []));
        yield { tag: part.tag, rest: behind.join(' ') };
      } else {
        const text = this.#text === '' ? this.#afterLead(part.text) : part.text;
        this.#text += text;
        yield* text === '' ? [] : [{ text }];
      }
    }
  }

  /** An answer begins with a word: until there is one, nothing is shown. */
  #afterLead(text: string): string {
    this.#lead += text;
    const first = this.#lead.search(/\S/);
    return first === -1 ? '' : this.#lead.slice(this.#lead.lastIndexOf('\n', first) + 1);
  }
}
