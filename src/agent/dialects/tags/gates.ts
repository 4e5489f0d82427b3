import type { Tag } from './scanning/tags';

/**
 * What of the model's marks is still heeded. Searching is over once a search was useless or asked for twice without a word in
 * between; reflecting, once it changed nothing or was done often enough. What is over stays over.
 */
export class Gates {
  readonly #maxReflections: number;
  #canSearch = true;
  #reflections = 0;
  #canReflect = true;
  /** True from a search, or a reflection, to the next word of the answer. */
  #hasSearched = false;
  #hasReflected = true;

  constructor(maxReflections: number) {
    this.#maxReflections = maxReflections;
    this.#canReflect = maxReflections > 0;
  }

  /** The marks that end a round. After the last round nothing would be done about any but END. */
  acting(isLastRound: boolean): ReadonlySet<Tag> {
    return new Set<Tag>([
      'END',
      ...(this.#canSearch && !isLastRound ? ['SEARCH' as const] : []),
      ...(this.#canReflect && !isLastRound ? ['REFLECT' as const] : []),
    ]);
  }

  /** More of the answer was written. */
  wrote(): void {
    this.#hasSearched = false;
    this.#hasReflected = false;
  }

  /** Asks for a search. @returns false where there is none. */
  search(): boolean {
    if (this.#hasSearched) {
      this.endSearching();
    }
    this.#hasSearched = true;
    return this.#canSearch;
  }

  endSearching(): void {
    this.#canSearch = false;
  }

  /** Asks for a reflection. @returns false where there is none: nothing new is written, or it was done often enough. */
  reflect(): boolean {
    const isAllowed = this.#canReflect && !this.#hasReflected;
    this.#hasReflected = true;
    this.#reflections += isAllowed ? 1 : 0;
    this.#canReflect &&= isAllowed && this.#reflections < this.#maxReflections;
    return isAllowed;
  }

  endReflecting(): void {
    this.#canReflect = false;
  }
}
