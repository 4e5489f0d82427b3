import type { SearchResult } from '../app/documentIndex';
import { presentCut, presentTrouble } from '../app/present';
import { presentVerification } from '../app/presentVerification';
import { objections } from '../app/strict';
import { untranslated } from '../app/translate';
import type { Citation, Verification } from '../model/answer';
import type { AssistantError } from '../model/errors';
import type { IndexReport } from '../model/indexReport';
import type { Passage } from '../model/passage';
import type { TurnOutcome } from '../model/turn';
import { defined } from '../util/defined';
import { formatSize } from '../util/formatSize';
import { linesOfPart } from '../util/lines';

/** What a command prints on standard output, for a person and for a program. Contracts of the command line. */
export interface Output {
  readonly text: string;
  readonly json: object;
}

export function reportOutput(report: IndexReport): Output {
  const { files, passages, bytes, failed, skipped, seconds, embedded, model, dir, tiers, warnings } = report;
  const left = Object.entries(skipped).map(([reason, count]) => `${count} ${reason}`);
  const lines = [
    `${files} files, ${passages} passages, ${formatSize(bytes)}; ${embedded} embedded in ${seconds.toFixed(1)} s`,
    ...(left.length === 0 ? [] : [`Left out: ${left.join(', ')}`]),
    ...failed.map(({ path, reason }) => `Failed: ${path}: ${reason}`),
    `Index: ${dir}`,
  ];
  return {
    text: lines.join('\n'),
    json: { files, passages, bytes, failed, skipped, seconds, embedded, model, dir, tiers, warnings },
  };
}

export function hitsOutput({ passages, tiers }: SearchResult, ms: number): Output {
  const text = passages.length === 0 ? 'Nothing found.' : passages.map(formatHit).join('\n\n');
  return { text, json: { hits: passages.map(hitJson), tiers, ms } };
}

const EXTRACTED = 'Extracted word for word: no language model is set up. Name one with --base-url and --model for a written answer.';

/** @param trouble - why the model that was named did not answer. */
export function answerOutput(outcome: TurnOutcome, trouble?: string): Output {
  const sources = outcome.citations.map((citation) => `[${citation.n}] ${formatSource(citation)}`);
  const isExtract = outcome.model === undefined && outcome.citations.length > 0;
  const { answer, coverage, confidence, grade, invalidRefs, unsupported, route, stopReason, usage, model, verification, cutBy } = outcome;
  const remarks = [
    ...(cutBy === undefined ? [] : [presentCut(cutBy, untranslated)]),
    ...(verification === undefined ? [] : verificationLines(verification)),
  ];
  const origin = isExtract ? [trouble === undefined ? EXTRACTED : presentTrouble(trouble, untranslated)] : [];
  return {
    text: [answer.trim(), ...[sources, remarks, origin].flatMap((lines) => (lines.length === 0 ? [] : ['', ...lines]))].join('\n'),
    json: {
      answer,
      citations: outcome.citations.map(citationJson),
      coverage, confidence, grade, invalidRefs, unsupported, route, stopReason, usage,
      model: model ?? null,
      ...defined({ cutBy, trouble, verification }),
    },
  };
}

/** How the check sentence by sentence ended, and what it left in doubt. */
function verificationLines(verification: Verification): string[] {
  const supported = verification.checks.filter(({ verdict }) => verdict === 'supported').length;
  return [
    `Checked: ${supported} of ${verification.checks.length} cited statements are supported.`,
    ...presentVerification(verification, untranslated),
    ...objections(verification.checks).map(({ sentence, reason }) => `? ${sentence}${reason === undefined ? '' : ` (${reason})`}`),
  ];
}

function formatSource({ path, origin, span, check }: Citation): string {
  switch (origin?.kind) {
    case 'web':
      return origin.url;
    case 'memory':
      return `note: ${path}`;
    case undefined:
      return `${path}:${span.startLine}-${span.endLine}${check === 'verified' ? '' : ` (${check})`}`;
  }
}

/** A page or a note says so in `source`; a page also says its address. */
function citationJson({ n, path, origin, headings, span, columns, check, quote, support }: Citation): object {
  const from = origin === undefined ? {} : { source: origin.kind, ...(origin.kind === 'web' ? { url: origin.url } : {}) };
  return { n, path, ...from, startLine: span.startLine, endLine: span.endLine, ...columnsJson(columns), heading: headings.join(' › '), check, quote, ...supportJson(quote, span.startLine, support) };
}

function columnsJson(columns: Passage['columns']): object {
  return columns === undefined ? {} : { startColumn: columns.start, endColumn: columns.end };
}

/** The lines from the first to the last sentence of the quote that the answer rests on. */
function supportJson(quote: string, firstLine: number, support: Citation['support']): object {
  const [first, last] = [support?.[0], support?.at(-1)];
  return first === undefined || last === undefined ? {} : { support: linesOfPart(quote, { start: first.start, end: last.end }, firstLine) };
}

export function errorJson({ code, message, retryable }: AssistantError): object {
  return { error: { code, message, retryable } };
}

function hitJson({ path, span, columns, headings, score, text }: Passage): object {
  return {
    path,
    startLine: span.startLine,
    endLine: span.endLine,
    ...columnsJson(columns),
    heading: headings.join(' › '),
    score,
    text,
  };
}

function formatHit({ path, span, headings, text }: Passage, at: number): string {
  const heading = headings.length === 0 ? '' : `  ${headings.join(' › ')}`;
  const body = text.split(/\r\n|\n|\r/u).slice(0, 6).map((line) => `    ${line}`);
  return [`${at + 1}. ${path}:${span.startLine}-${span.endLine}${heading}`, ...body].join('\n');
}
