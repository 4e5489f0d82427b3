import type { TurnEvent } from '../model/turn';

/** One line of a turn's record. Times are milliseconds since the turn began. */
export interface TraceRecord {
  readonly turn: string;
  readonly atMs: number;
  readonly event: string;
  readonly [detail: string]: unknown;
}

/** Turns the events of one turn into the lines of its record, in order. */
export class TurnTrace {
  readonly #turn: string;
  #answered = false;

  constructor(turn: string) {
    this.#turn = turn;
  }

  /** The line for an event; nothing for the pieces of an answer after the first. */
  record(event: TurnEvent, atMs: number): TraceRecord | undefined {
    const line = (name: string, detail: object): TraceRecord => ({ turn: this.#turn, atMs: Math.round(atMs), event: name, ...detail });
    switch (event.type) {
      case 'searching':
        return line('tool', { tool: 'searchDocs', query: event.query });
      case 'found':
        return line('toolResult', { tool: 'searchDocs', passages: event.passages, tiers: event.tiers, ms: Math.round(event.ms) });
      case 'evidence':
        return line('finalize', {
          grade: event.grade,
          counts: event.counts,
          evidence: event.evidence.map(({ n, passage: { path, origin, span, score, relevance, ranks } }) => ({
            n, path, source: origin?.kind, startLine: span.startLine, endLine: span.endLine, score, relevance, ranks,
          })),
        });
      case 'answering':
        return line('answer', { model: event.model ?? 'extractive' });
      case 'delta': {
        const first = !this.#answered;
        this.#answered = true;
        return first ? line('firstText', {}) : undefined;
      }
      case 'ended': {
        const { evidence, ...outcome } = event.outcome;
        return line('end', outcome);
      }
      default:
        return line(...checkingStep(event));
    }
  }
}

type OtherEvent = Exclude<TurnEvent, { type: 'searching' | 'found' | 'evidence' | 'answering' | 'delta' | 'ended' }>;

function checkingStep(event: OtherEvent): [name: string, detail: object] {
  switch (event.type) {
    case 'checking':
      return ['verify', { sentences: event.sentences }];
    case 'checked':
      return ['verdicts', { checks: event.checks }];
    case 'reconsidering':
      return ['reflect', { sentences: event.sentences }];
    case 'revised':
      return ['revise', { revisions: event.revisions }];
    default: {
      const { type, ...detail } = event;
      return [type, detail];
    }
  }
}
