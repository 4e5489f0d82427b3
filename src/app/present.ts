import type { Citation, UnsupportedCitation } from '../model/answer';
import type { AssistantError } from '../model/errors';
import type { Evidence } from '../model/evidence';
import type { IndexProgress, IndexReport } from '../model/indexReport';
import type { PassageOrigin } from '../model/passage';
import type { IndexStatusView, SourceOriginView, SourceView, StepView, TurnEndView } from '../protocol/viewState';
import { defined } from '../util/defined';
import type { Translate } from './translate';
import type { ToolReport, TurnEvent, TurnOutcome } from '../model/turn';

/** Sources as the view lists them, by number: before the answer is checked, none is cited yet. */
export function presentSources(
  evidence: readonly Evidence[],
  citations: readonly Citation[] = [],
  unsupported: readonly UnsupportedCitation[] = [],
): SourceView[] {
  const byNumber = new Map(citations.map((citation) => [citation.n, citation]));
  return evidence.toSorted((a, b) => a.n - b.n).map(({ n, passage }) => {
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
      ...(citation === undefined ? {} : defined({ check: citation.check, support: citation.support })),
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
      return step(event.query, (query) => t('Searching the documents for “{0}”', query));
    case 'reading':
      return step(event.path, (path) => t('Reading {0}', path));
    case 'found':
      return { label: presentFound(event.passages, t), done: false };
    case 'answering':
      return {
        label: event.model === undefined ? t('Extracting the answer') : t('Asking {0}', event.model),
        done: false,
      };
    case 'checking':
      return { label: t('Checking {0} cited statements', event.sentences), done: false };
    case 'reconsidering':
      return { label: t('Reconsidering {0} statements that their sources do not support', event.sentences), done: false };
    default:
      return presentGathering(event, t);
  }
}

function presentGathering(event: TurnEvent, t: Translate): StepView | undefined {
  switch (event.type) {
    case 'round':
      // In tags the model does not decide first: it writes, and searches as it goes.
      return event.round === 1 && event.dialect !== 'tags' ? { label: t('Deciding what to look up'), done: false } : undefined;
    case 'toolCalled':
      return { id: callName(event), ...presentCall(event, (label) => label, t) };
    case 'toolDone':
      return { id: callName(event), ...presentCall(event, (label) => [label, ...presentYield(event, t)].join(' · '), t), done: true };
    case 'reflected':
      return { label: t('Looking over what is written'), done: false };
    case 'fellBack':
      return { label: t('Searching in one go instead'), detail: clip(event.reason, MAX_DETAIL), done: false };
    case 'recovered':
      return event.action === 'retry' ? step(event.message, (message) => t('Trying again: {0}', message)) : undefined;
    default: // shows itself, or is of interest to the trace only
      return undefined;
  }
}

/** In UTF-16 units. */
const MAX_LABEL = 80;
const MAX_DETAIL = 1_000;

/** A step about something; what its label has no room for is its detail. */
function step(about: string, label: (about: string) => string): StepView {
  const isLong = about.length > MAX_LABEL;
  return { label: label(clip(about, MAX_LABEL)), ...(isLong ? { detail: label(clip(about, MAX_DETAIL)) } : {}), done: false };
}

/** Calls of one round may run side by side: what they are tells them apart. */
function callName({ round, tool, arguments: given }: { readonly round: number; readonly tool: string; readonly arguments: unknown }): string {
  return JSON.stringify([round, tool, given]);
}

const CALL_LABELS: Readonly<Record<string, (about: string, t: Translate) => string>> = {
  searchDocs: (about, t) => t('Searching the documents for “{0}”', about),
  keywordSearch: (about, t) => t('Searching for the words “{0}”', about),
  readDoc: (about, t) => t('Reading {0}', about),
  webSearch: (about, t) => t('Searching the web for “{0}”', about),
  recallMemory: (about, t) => t('Looking through your notes for “{0}”', about),
  runCode: (_about, t) => t('Calculating'),
};

function presentCall(
  { tool, arguments: given }: { readonly tool: string; readonly arguments: unknown },
  complete: (label: string) => string,
  t: Translate,
): StepView {
  const fields = Object.values(typeof given === 'object' && given !== null ? given : {});
  const label = Object.hasOwn(CALL_LABELS, tool) ? CALL_LABELS[tool] : undefined;
  return label === undefined
    ? step(tool, (name) => complete(t('There is no tool “{0}”', name)))
    : step(fields.find((value) => typeof value === 'string') ?? '', (about) => complete(label(about, t)));
}

function presentFound(passages: number, t: Translate): string {
  switch (passages) {
    case 0:
      return t('nothing found');
    case 1:
      return t('1 passage found');
    default:
      return t('{0} passages found', passages);
  }
}

function presentYield({ status, found, fresh }: ToolReport, t: Translate): string[] {
  switch (status) {
    case 'ok':
      return found === 0 ? [] : [presentFresh(fresh, t)]; // such as a calculation
    case 'nothing':
      return [t('nothing found')];
    case 'repeated':
      return [t('looked up before')];
    case 'refused':
      return [t('not possible')];
    case 'failed':
      return [t('failed')];
    case 'timedOut':
      return [t('took too long')];
  }
}

function presentFresh(fresh: number, t: Translate): string {
  switch (fresh) {
    case 0:
      return t('nothing new');
    case 1:
      return t('1 new passage');
    default:
      return t('{0} new passages', fresh);
  }
}

/** What a reader is told of an answer that ended before it was done. */
export function presentCut(cutBy: NonNullable<TurnOutcome['cutBy']>, t: Translate): string {
  switch (cutBy) {
    case 'length':
      return t('The answer breaks off: the model reached its output limit. Ask for the rest, or ask something narrower.');
    case 'contentFilter':
      return t('The answer breaks off: a content filter of the model’s server stopped it.');
  }
}

/** What a reader is told where the model that is set up did not answer, and something else did. */
export function presentTrouble(trouble: string, t: Translate): string {
  return t('The language model did not answer, so this is extracted from your documents: {0}', trouble);
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

function clip(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}
