import { formatTrail } from '../agent/recovery/trail';
import type { AssistantError } from '../model/errors';
import type { RecoveryStep } from '../model/failure';
import type { TurnEvent, TurnOutcome } from '../model/turn';
import { withoutContent } from './withoutContent';

/** One line of a turn's record. Times are milliseconds since the turn began. */
export interface TraceRecord {
  readonly turn: string;
  readonly atMs: number;
  readonly event: string;
  readonly [detail: string]: unknown;
}

/** How much a record says. */
export interface TraceOptions {
  /** False to leave out what was asked, looked up, found and answered: lengths stand in its place. Default true. */
  readonly hasContent?: boolean;
}

/**
 * Turns the events of one turn into the lines of its record, in order: `understand`, `route`, then for each round `round`,
 * `tool`, `toolResult` and `roundEnd`, `gather`, `finalize`, `answer`, `cite`, `end`. The sequence of tools and arguments is
 * what a model's reasoning can be read from; `end` has the steps of recovery on one line, see {@link formatTrail}.
 */
export class TurnTrace {
  readonly #turn: string;
  readonly #hasContent: boolean;
  readonly #recovered: RecoveryStep[] = [];
  #answered = false;

  constructor(turn: string, { hasContent = true }: TraceOptions = {}) {
    this.#turn = turn;
    this.#hasContent = hasContent;
  }

  /** The lines for an event; none for the pieces of an answer after the first. */
  record(event: TurnEvent, atMs: number): TraceRecord[] {
    if (event.type === 'recovered') {
      this.#recovered.push(event);
    }
    const lines = event.type === 'delta' ? this.#firstText() : linesOf(event);
    return lines.map((line) => this.#record(line, atMs));
  }

  /** The last line of a turn that came to no outcome. */
  failed(question: string, { code, message }: AssistantError, atMs: number): TraceRecord {
    return this.#record(['end', { question, stopReason: code === 'cancelled' ? 'cancelled' : 'failed', code, message }], atMs);
  }

  #record([event, detail]: Line, atMs: number): TraceRecord {
    const trail = event === 'end' && this.#recovered.length > 0 ? { trail: formatTrail(this.#recovered) } : {};
    return { turn: this.#turn, atMs: Math.round(atMs), event, ...(this.#hasContent ? detail : withoutContent(detail)), ...trail };
  }

  #firstText(): Line[] {
    const isFirst = !this.#answered;
    this.#answered = true;
    return isFirst ? [['firstText', {}]] : [];
  }
}

type Line = readonly [name: string, detail: object];

function linesOf(event: Exclude<TurnEvent, { type: 'delta' }>): Line[] {
  switch (event.type) {
    case 'understood':
      return [['understand', rounded(event)]];
    case 'routed':
      return [['route', detailOf(event)]];
    case 'fellBack':
      return [['routing_fallback', detailOf(event)]];
    case 'recovered':
      return [['recovery', rounded(event)]];
    case 'searching':
      return [['tool', { tool: 'searchDocs', arguments: { query: event.query } }]];
    case 'reading':
      return [['tool', { tool: 'readDoc', arguments: { doc: event.path } }]];
    case 'found':
      return [['toolResult', { found: event.passages, tiers: event.tiers, ms: Math.round(event.ms) }]];
    case 'evidence':
      return [['finalize', finalized(event)]];
    case 'answering':
      return [['answer', { model: event.model ?? 'extractive' }]];
    case 'ended':
      return ending(event.outcome);
    default:
      return [lineOfStep(event)];
  }
}

type Step = Exclude<TurnEvent, {
  type: 'delta' | 'understood' | 'routed' | 'fellBack' | 'recovered' | 'searching' | 'reading' | 'found' | 'evidence' | 'answering' | 'ended';
}>;

/** The steps of a loop, and those of checking. */
function lineOfStep(event: Step): Line {
  switch (event.type) {
    case 'round':
      return ['round', detailOf(event)];
    case 'toolCalled':
      return ['tool', detailOf(event)];
    case 'toolDone':
      return ['toolResult', rounded(event)];
    case 'roundEnded':
      return ['roundEnd', rounded(event)];
    case 'gathered':
      return ['gather', detailOf(event)];
    case 'reflected':
      return ['reflect', { note: event.note ?? null }];
    case 'checking':
      return ['verify', { sentences: event.sentences }];
    case 'checked':
      return ['verdicts', { checks: event.checks }];
    case 'reconsidering':
      return ['reconsider', { sentences: event.sentences }];
    case 'revised':
      return ['revise', { revisions: event.revisions }];
  }
}

function detailOf({ type, ...detail }: TurnEvent): object {
  return detail;
}

function rounded({ type, ms, ...detail }: Extract<TurnEvent, { ms: number }>): object {
  return { ...detail, ms: Math.round(ms) };
}

function finalized({ grade, counts, evidence }: Extract<TurnEvent, { type: 'evidence' }>): object {
  return {
    grade,
    counts,
    evidence: evidence.map(({ n, passage: { path, origin, span, score, relevance, ranks } }) => ({
      n, path, source: origin?.kind, startLine: span.startLine, endLine: span.endLine, score, relevance, ranks,
    })),
  };
}

function ending({ evidence, citations, unsupported, invalidRefs, coverage, confidence, isUngrounded, ...outcome }: TurnOutcome): Line[] {
  return [
    ['cite', { citations, coverage, confidence, invalidRefs, unsupported, isUngrounded }],
    ['end', outcome],
  ];
}
