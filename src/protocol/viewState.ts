/** What the view shows, as data. The host owns it; the view holds a copy made by the same events. */

/** See `CitationCheck`: what the last re-reading of the cited lines found. */
export type CheckView = 'verified' | 'moved' | 'changed' | 'gone';

/** Where the lines of a source stand, as the last check found them. */
export interface SourcePlace {
  /** The file that holds them now: after a rename another one than was cited. */
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Absent until the lines were re-read. */
  readonly check?: CheckView;
}

/** Where a source is from, if not from a file of the workspace: a web page, with its host for a reader, or a saved note. */
export type SourceOriginView =
  | { readonly kind: 'web'; readonly url: string; readonly host: string }
  | { readonly kind: 'memory' };

/** A source of an answer, under the number that its markers carry. */
export interface SourceView extends SourcePlace {
  readonly n: number;
  /** Absent for a file of the workspace. `path` is then the address of the page or the name of the note, and there are no lines to open. */
  readonly origin?: SourceOriginView;
  readonly headings: readonly string[];
  /** The passage, at most a few thousand characters. */
  readonly text: string;
  /** The parts of `text` that the answer rests on, in UTF-16 offsets, in order and apart; absent where that is not known. */
  readonly support?: readonly { readonly start: number; readonly end: number }[];
  /** True if the answer cites it; the others were retrieved only. */
  readonly cited: boolean;
  /** What the citing sentence says and the lines do not. */
  readonly missing?: readonly string[];
}

/** One quiet line of progress. */
export interface StepView {
  /** A step with the name of an earlier one takes its place. */
  readonly id?: string;
  readonly label: string;
  /** What the label has no room for: the whole query, the reason. */
  readonly detail?: string;
  readonly done: boolean;
}

/** How a turn ended. */
export type TurnEndView =
  | { readonly kind: 'answered' }
  | { readonly kind: 'nothingFound' }
  | { readonly kind: 'cancelled' }
  | {
      readonly kind: 'failed';
      readonly code: string;
      /** What happened, to what, what to do next. */
      readonly message: string;
      readonly retryable: boolean;
    };

/** One question and its answer. */
export interface TurnView {
  readonly id: string;
  readonly question: string;
  readonly steps: readonly StepView[];
  /** Markdown. Every `[n]` outside code, links and math is a citation of `sources`. */
  readonly answer: string;
  readonly sources: readonly SourceView[];
  /** Name of the model that wrote the answer; absent for the extractive answerer. */
  readonly model?: string;
  /** What the reader should know before reading the answer: weak match, a model that did not answer, … */
  readonly notice?: string;
  /** What was found out about the answer once it was there: breaks off, not supported, … */
  readonly remark?: string;
  /** Absent while the turn runs. */
  readonly end?: TurnEndView;
}

/** What the index is doing, for the header of the view. */
export type IndexStatusView =
  | { readonly kind: 'noWorkspace' }
  | { readonly kind: 'starting' }
  | {
      readonly kind: 'indexing';
      readonly phase: 'listing' | 'reading' | 'embedding' | 'saving';
      readonly done: number;
      readonly total: number;
      /** True if questions can be answered already. */
      readonly usable: boolean;
    }
  | { readonly kind: 'ready'; readonly files: number; readonly passages: number; readonly failed: number }
  | { readonly kind: 'failed'; readonly message: string };

/** The whole view. */
export interface ViewState {
  readonly turns: readonly TurnView[];
  readonly index: IndexStatusView;
  /** Name of the model in use; absent where none is set up. */
  readonly model?: string;
  /** Questions to offer in an empty chat, made from the workspace's headings. */
  readonly suggestions: readonly string[];
}

export const EMPTY_VIEW: ViewState = { turns: [], index: { kind: 'starting' }, suggestions: [] };
