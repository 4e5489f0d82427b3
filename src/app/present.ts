import type { Citation, UnsupportedCitation } from '../model/answer';
import type { AssistantError } from '../model/errors';
import type { Evidence } from '../model/evidence';
import type { IndexProgress, IndexReport } from '../model/indexReport';
import type { PassageOrigin } from '../model/passage';
import type { IndexStatusView, SourceOriginView, SourceView, StepView, TurnEndView } from '../protocol/viewState';
import type { Translate } from './translate';
import type { TurnEvent, TurnOutcome } from '../model/turn';

/** Sources as the view lists them: before the answer is checked, none is cited yet. */
export function presentSources(
  evidence: readonly Evidence[],
  citations: readonly Citation[] = [],
  unsupported: readonly UnsupportedCitation[] = [],
): SourceView[] {
  const byNumber = new Map(citations.map((citation) => [citation.n, citation]));
  return evidence.map(({ n, passage }) => {
    const citation = byNumber.get(n);
    const span = citation?.span ?? passage.span;
    const missing = [...new Set(unsupported.filter((mark) => mark.n === n).flatMap((mark) => mark.missing))];
    return {
      n,
      path: citation?.path ?? passage.path,
      ...(passage.origin === undefined ? {} : { origin: presentOrigin(passage.origin) }),
      headings: passage.headings,
      startLine: span.startLine,
      endLine: span.endLine,
      text: passage.text,
      cited: citation !== undefined,
      ...(citation === undefined ? {} : { check: citation.check }),
      ...(missing.length === 0 ? {} : { missing }),
    };
  });
}

function presentOrigin(origin: PassageOrigin): SourceOriginView {
  if (origin.kind === 'memory') {
    return { kind: 'memory' };
  }
  const { url } = origin;
  return { kind: 'web', url, host: URL.canParse(url) ? new URL(url).host : url };
}

/** A source as a line of text, for an answer that is copied. */
export function presentReference({ n, origin, path, startLine, endLine }: SourceView, t: Translate): string {
  switch (origin?.kind) {
    case 'web':
      return `[${n}] ${origin.url}`;
    case 'memory':
      return `[${n}] ${t('Note: {0}', path)}`;
    case undefined:
      return `[${n}] ${path}:${startLine}-${endLine}`;
  }
}

/** The quiet line for an event of a turn; nothing for events that show themselves. */
export function presentStep(event: TurnEvent, t: Translate): StepView | undefined {
  switch (event.type) {
    case 'searching':
      return { label: t('Searching the documents for “{0}”', clip(event.query)), done: false };
    case 'found':
      return { label: t('{0} passages found', event.passages), done: false };
    case 'answering':
      return {
        label: event.model === undefined ? t('Extracting the answer') : t('Asking {0}', event.model),
        done: false,
      };
    case 'checking':
      return { label: t('Checking {0} cited statements', event.sentences), done: false };
    case 'reconsidering':
      return { label: t('Reconsidering {0} statements that their sources do not support', event.sentences), done: false };
    default: // shows itself, or is of interest to the trace only
      return undefined;
  }
}

/** How an ended turn is shown. */
export function presentEnd({ stopReason }: TurnOutcome): TurnEndView {
  switch (stopReason) {
    case 'cancelled':
      return { kind: 'cancelled' };
    case 'nothingFound':
      return { kind: 'nothingFound' };
    case 'answered':
    case 'failed':
      return { kind: 'answered' };
  }
}

/** A turn that failed. */
export function presentFailure(error: AssistantError): TurnEndView {
  const { code, message, retryable } = error;
  return code === 'cancelled' ? { kind: 'cancelled' } : { kind: 'failed', code, message, retryable };
}

/** What the header of the view says while the index is worked on. */
export function presentProgress({ phase, done, total }: IndexProgress): IndexStatusView {
  return { kind: 'indexing', phase, done, total, usable: phase === 'embedding' || phase === 'saving' };
}

/** What the header of the view says of an index at rest. */
export function presentReport({ files, passages, failed }: IndexReport): IndexStatusView {
  return { kind: 'ready', files, passages, failed: failed.length };
}

function clip(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}
