import type { CitedPlaces, FoundPassage } from '../answer/findCited';
import { findCited } from '../answer/findCited';
import type { Passage } from '../model/passage';
import type { Span } from '../model/span';
import type { Intent } from '../protocol/intent';
import type { SourcePlace, SourceView } from '../protocol/viewState';
import { linesOfPart } from '../util/lines';
import type { Translate } from './translate';

/** What opening a citation needs of the world. */
export interface CitationDeps extends CitedPlaces {
  /** Opens a workspace file and marks lines of it for a moment. */
  reveal(path: string, lines: readonly Lines[], beside: boolean): Promise<void>;
  openLink(href: string): Promise<void>;
  /** Tells the person something that is not part of an answer. */
  warn(message: string): void;
  readonly t: Translate;
}

/** Some lines of a file, 1-based and inclusive. */
export type Lines = Pick<Span, 'startLine' | 'endLine'>;

/** The sources of the turns, by turn and number. */
export interface CitationBook {
  passage(turnId: string, n: number): Passage | undefined;
  source(turnId: string, n: number): SourceView | undefined;
  /** Shows and keeps where a source is now. */
  place(turnId: string, n: number, place: SourcePlace): void;
}

/** Opens citations and looks them up again: the passage comes from the turn's evidence, its place from the files as they are now. */
export class CitationDesk {
  readonly #deps: CitationDeps;
  readonly #book: CitationBook;
  /** Citations whose check is under way, by turn and number. */
  readonly #checking = new Set<string>();

  constructor(deps: CitationDeps, book: CitationBook) {
    this.#deps = deps;
    this.#book = book;
  }

  async open({ turnId, n, beside = false }: Extract<Intent, { type: 'openCitation' }>): Promise<void> {
    const passage = this.#book.passage(turnId, n);
    if (passage?.origin?.kind === 'web') {
      await this.#deps.openLink(passage.origin.url);
      return;
    }
    const found = await this.#recheck(turnId, n);
    if (found === undefined) {
      return;
    }
    if (found.check === 'gone') {
      this.#deps.warn(this.#deps.t('{0} is no longer in the workspace.', found.path));
      return;
    }
    if (found.check === 'changed') {
      this.#deps.warn(this.#deps.t('The cited lines of {0} have changed since the answer was written.', found.path));
    }
    await this.#deps.reveal(found.path, linesToShow(found, this.#book.source(turnId, n)), beside);
  }

  /** The view asks whenever it shows a citation: one check of each at a time is enough. */
  async check({ turnId, n }: Extract<Intent, { type: 'checkCitation' }>): Promise<void> {
    const name = `${turnId} ${n}`;
    if (this.#checking.has(name)) {
      return;
    }
    this.#checking.add(name);
    try {
      await this.#recheck(turnId, n);
    } finally {
      this.#checking.delete(name);
    }
  }

  /** Looks a source up and shows where it is now. @returns nothing for what is not in a file of the workspace. */
  async #recheck(turnId: string, n: number): Promise<FoundPassage | undefined> {
    const passage = this.#book.passage(turnId, n);
    const source = this.#book.source(turnId, n);
    if (passage === undefined || source === undefined || passage.origin !== undefined) {
      return undefined;
    }
    const found = await findCited(passage, source.path, this.#deps);
    const { path, check, span: { startLine, endLine } } = found;
    const place = { path, check, startLine, endLine };
    if (!isSamePlace(source, place)) {
      this.#book.place(turnId, n, place);
    }
    return found;
  }
}

/** Those that the answer rests on, wherever the passage is now; all of a passage of which that is not known, or that changed. */
function linesToShow({ check, span }: FoundPassage, source: SourceView | undefined): readonly Lines[] {
  const support = check === 'changed' ? undefined : source?.support;
  return support === undefined ? [span] : support.map((part) => linesOfPart(source?.text ?? '', part, span.startLine));
}

function isSamePlace(a: SourcePlace, b: SourcePlace): boolean {
  return a.path === b.path && a.check === b.check && a.startLine === b.startLine && a.endLine === b.endLine;
}
