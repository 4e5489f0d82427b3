import type { RecoveryTable } from '../../model/failure';

/** A turn spends at most this on recovery, all its failures together, in ms. */
export const MAX_RECOVERY_MS = 30_000;

/**
 * How each class of failure is handled unless `docmind.recovery` says otherwise. What a model cannot do with this question is
 * answered without it (`oneShot`, `extract`); what is wrong with the endpoint is told (`fail`), and the person decides whether
 * to put it right, to ask again, or to have the answer without a model. All repeated calls of a model may take whatever is
 * left of {@link MAX_RECOVERY_MS}: a local model is slow, not broken.
 */
export const DEFAULT_RECOVERY: RecoveryTable = {
  // Most of it is read leniently. The model is asked once for the exact form; one that fails again will go on failing.
  PARSE: { primary: 'repairJson', fallback: 'oneShot', attempts: 1, timeoutMs: 15_000, terminal: 'oneShot' },
  // The model can take another source, which is better than the same one again: its data are local, and will be as slow.
  TOOL_TIMEOUT: { primary: 'tellModel', fallback: 'oneShot', attempts: 5, timeoutMs: 15_000, terminal: 'oneShot' },
  TOOL_ERROR: { primary: 'tellModel', fallback: 'oneShot', attempts: 5, timeoutMs: 15_000, terminal: 'oneShot' },
  // A slip of the pen is put right by a hint; who insists on a tool that is not there wants to search.
  UNKNOWN_TOOL: { primary: 'suggestTool', fallback: 'searchDocs', attempts: 1, timeoutMs: 15_000, terminal: 'oneShot' },
  // It passes by itself. A turn that still may not plan asks one thing less of the server when it goes without.
  RATE_LIMIT: { primary: 'retry', fallback: 'oneShot', attempts: 3, timeoutMs: MAX_RECOVERY_MS, terminal: 'fail' },
  // A refused key stays refused, and another answer in place of the model's would hide that it is never used.
  AUTH: { primary: 'fail', fallback: 'fail', attempts: 0, timeoutMs: 1_000, terminal: 'fail' },
  // Two quick tries outlast a dropped connection and a server that restarts. One that fails where it is to plan may still write.
  NETWORK: { primary: 'retry', fallback: 'oneShot', attempts: 2, timeoutMs: MAX_RECOVERY_MS, terminal: 'fail' },
  // Five cuts by a third leave an eighth. A loop that fills the window by itself is replaced by one retrieval.
  CONTEXT_OVERFLOW: { primary: 'shrink', fallback: 'oneShot', attempts: 5, timeoutMs: MAX_RECOVERY_MS, terminal: 'extract' },
  // A loop that found nothing may have asked for the wrong thing; the question itself is searched for, word for word.
  EMPTY_RESULT: { primary: 'oneShot', fallback: 'extract', attempts: 1, timeoutMs: 15_000, terminal: 'extract' },
  // Asked again in the same words, a filter says the same. What it takes offence at may be the planning, never the reader's files.
  CONTENT_FILTER: { primary: 'oneShot', fallback: 'extract', attempts: 1, timeoutMs: 15_000, terminal: 'extract' },
  // Without its index nothing can be answered from; it is mended where it is opened, not in a turn.
  INDEX: { primary: 'fail', fallback: 'fail', attempts: 0, timeoutMs: 1_000, terminal: 'fail' },
  CANCELLED: { primary: 'stop', fallback: 'stop', attempts: 0, timeoutMs: 1_000, terminal: 'stop' },
  // Once, since it may have been chance; not more, since it may be a fault of ours.
  UNKNOWN: { primary: 'retry', fallback: 'oneShot', attempts: 1, timeoutMs: MAX_RECOVERY_MS, terminal: 'fail' },
};
