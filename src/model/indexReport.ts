import type { RankingName } from './passage';

/** Why a file is not in the index although it is in the workspace. Ordinary, not a failure. */
export type SkipReason = 'binary' | 'empty' | 'generated' | 'secret' | 'tooLarge' | 'unsupported';

/** A file that should have been indexed and was not. */
export interface FailedFile {
  readonly path: string;
  /** What happened, in words. */
  readonly reason: string;
}

/** What the index holds and what the last run did. */
export interface IndexReport {
  /** Indexed files. */
  readonly files: number;
  readonly passages: number;
  /** Size on disk of the indexed files. */
  readonly bytes: number;
  readonly failed: readonly FailedFile[];
  /** Files left out, by reason; ignored folders are not walked, so files in them are not counted. */
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
  readonly seconds: number;
  /** Identity of the embedding models, with their runtime. */
  readonly model: string;
  /** Folder of the index. */
  readonly dir: string;
  /** Passages embedded by the last run with the semantic model (0 if nothing changed). */
  readonly embedded: number;
  /** The rankings that are complete and serve queries. */
  readonly tiers: readonly RankingName[];
  /** Things a person should know: a damaged index that was rebuilt, a setting that was refused. */
  readonly warnings: readonly string[];
}

/** One step of a run. `done` and `total` count files while reading, passages while embedding. */
export interface IndexProgress {
  readonly phase: 'listing' | 'reading' | 'embedding' | 'saving';
  readonly done: number;
  readonly total: number;
}
