import type { Evidence } from './evidence';

/** A finished turn, as later turns remember it. */
export interface PastTurn {
  readonly question: string;
  /** Canonical Markdown; empty where the turn failed or was stopped before its first word. */
  readonly answer: string;
  readonly evidence: readonly Evidence[];
  /** What the model doubted of its own answer while it wrote. */
  readonly notes?: readonly string[];
}

/** What a question comes with. */
export interface QuestionContext {
  /** The turns before, oldest first. */
  readonly history: readonly PastTurn[];
  /** The document that the person chose, or has before them, by path: what "this document" means. */
  readonly selected?: string;
  /** Files and folders that the person limits the question to, by path. */
  readonly mentions?: readonly string[];
}

export const NO_CONTEXT: QuestionContext = { history: [] };

/** A note that the person saved. */
export interface Note {
  readonly id: string;
  /** A line that names it. */
  readonly title: string;
  /** Markdown. */
  readonly text: string;
  /** ISO 8601. */
  readonly savedAt: string;
}
