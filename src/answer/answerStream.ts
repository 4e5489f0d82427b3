import { FenceFilter } from './fenceFilter';
import { MarkerStream } from './markers';
import { ProtocolFilter } from './protocolFilter';

/** What an answer is written from. */
export interface AnswerSources {
  /** Tells whether a number belongs to evidence. */
  readonly known: (n: number) => boolean;
  /** The texts that the answer is about, its question among them; asked for where it matters. */
  readonly texts: () => readonly string[];
  /** The word of the fences that the evidence was shown in. */
  readonly nonce: string;
}

/** An answer as a model writes it, made into one to show: from its first word on, without protocol, its references canonical. */
export class AnswerStream {
  readonly #fences: FenceFilter;
  readonly #filter: ProtocolFilter;
  readonly #markers: MarkerStream;
  #hasBegun = false;

  constructor({ known, texts, nonce }: AnswerSources) {
    this.#fences = new FenceFilter(nonce);
    this.#filter = new ProtocolFilter((tag) => texts().some((text) => text.toLowerCase().includes(tag.toLowerCase())));
    this.#markers = new MarkerStream(known);
  }

  /** How many references were removed because no evidence has their number. */
  get invalidRefs(): number {
    return this.#markers.invalidRefs;
  }

  /** Takes the next piece. @returns what of it is decided, never taken back. */
  push(text: string): string {
    return this.#fromFirstWord(this.#markers.push(this.#filter.push(this.#fences.push(text))));
  }

  /** The text is over. @returns the rest. */
  end(): string {
    return this.#fromFirstWord(this.#markers.push(this.#filter.push(this.#fences.end()) + this.#filter.end()) + this.#markers.end());
  }

  #fromFirstWord(text: string): string {
    const shown = this.#hasBegun ? text : text.trimStart();
    this.#hasBegun ||= shown !== '';
    return shown;
  }
}
