import { DEFAULT_RECOVERY } from '../../../../src/agent/recovery/table';
import type { TurnDeps, TurnOptions } from '../../../../src/app/turn/turn';
import { runTurn } from '../../../../src/app/turnRunner';
import type { QuestionContext } from '../../../../src/model/conversation';
import { NO_CONTEXT } from '../../../../src/model/conversation';
import type { TurnEvent, TurnOutcome } from '../../../../src/model/turn';
import type { RecoveryTable } from '../../../../src/model/failure';
import type { AnyModel, AnyScripts, AnyStep } from '../../../support/anyModel';
import { createAnyModel } from '../../../support/anyModel';
import { memoryLibrary, wordReranker } from '../../../support/memoryLibrary';
import { turnDeps } from '../../../support/turnDeps';
import { createVirtualTime } from '../../../support/virtualTime';

export const FILES = {
  'retries.md': '# Retries\n\nA failed job is tried 5 times. It waits 30 seconds before the second try.\n',
  'tokens.md': '# Tokens\n\nA token lives for 90 days.\n',
  'zh/租约.md': '# 租约\n\n租约每 90 秒续期一次。\n',
  'guide.md': '# Guide\n\nThe guide begins here.\n\n## Setup\n\nRun the installer.\n\n## Use\n\nOpen the window.\n',
};

/** What a model says that understands a question as one that takes several searches. */
export const UNDERSTOOD = [JSON.stringify({ intent: 'compare', complexity: 'COMPLEX', confidence: 1 }), { used: 1 }] as const;

/** A question that takes several searches. */
export const QUESTION = 'Compare retries and tokens.';

/** A round that makes one search. */
export function searchFor(query: string): readonly AnyStep[] {
  return [{ calls: [['searchDocs', JSON.stringify({ query })]] }, { used: 10 }];
}

/** One turn to play. */
export interface Scene extends Partial<AnyScripts> {
  readonly question: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly context?: QuestionContext;
  readonly options?: Partial<Omit<TurnOptions, 'recovery'>> & { readonly recovery?: Partial<RecoveryTable> };
  readonly tools?: TurnDeps['tools'];
}

/** What came of it. */
export interface Played {
  /** One line for each event that says more than that something goes on; the pieces of an answer are one. */
  readonly lines: readonly string[];
  readonly events: readonly TurnEvent[];
  /** Absent where it threw. */
  readonly outcome: TurnOutcome | undefined;
  readonly error: unknown;
  readonly model: AnyModel;
  /** When it was over, in ms of the time that it was played in. */
  readonly now: number;
}

/** Plays a turn over a library in memory, in time that passes as fast as it can. */
export async function play({ question, files = FILES, plans = [], replies = [], context = NO_CONTEXT, options = {}, tools }: Scene): Promise<Played> {
  const time = createVirtualTime();
  const model = createAnyModel({ plans, replies }, time.schedule);
  const index = await memoryLibrary(files, wordReranker());
  const events: TurnEvent[] = [];
  const deps = turnDeps({ index, model, context, options: { dialect: 'native', ...options, recovery: { ...DEFAULT_RECOVERY, ...options.recovery } }, now: time.now, schedule: time.schedule, ...(tools === undefined ? {} : { tools }) });
  const work = (async () => {
    for await (const event of runTurn(question, deps, new AbortController().signal)) {
      events.push(event);
    }
  })();
  const error = await time.run(work).then(() => undefined, (reason: unknown) => reason);
  const last = events.at(-1);
  return { lines: linesOf(events), events, outcome: last?.type === 'ended' ? last.outcome : undefined, error, model, now: time.now() };
}

function linesOf(events: readonly TurnEvent[]): string[] {
  return events.reduce<string[]>((lines, event) => {
    const last = lines.at(-1);
    return event.type === 'delta' && last?.startsWith('delta ') === true ? [...lines.slice(0, -1), last + event.text] : [...lines, ...[line(event)].filter((told) => told !== undefined)];
  }, []);
}

function line(event: TurnEvent): string | undefined {
  return lineOfWay(event) ?? lineOfTool(event) ?? lineOfAnswer(event);
}

function lineOfWay(event: TurnEvent): string | undefined {
  switch (event.type) {
    case 'understood': return `understood by ${event.by}`;
    case 'routed': return `routed ${event.route}`;
    case 'fellBack': return `fell back to ${event.to}`;
    case 'recovered': return `${event.during}: ${event.failure} → ${event.action} → ${event.result}`;
    case 'searching': return `searching ${event.query}`;
    case 'reading': return `reading ${event.path}`;
    case 'found': return `found ${event.passages}`;
    default: return undefined;
  }
}

function lineOfTool(event: TurnEvent): string | undefined {
  switch (event.type) {
    case 'round': return `round ${event.round}`;
    case 'toolDone': return `${event.tool} ${event.status}`;
    case 'gathered': return `gathered ${event.passages}: ${event.stop}`;
    case 'reflected': return `reflected ${event.note ?? 'nothing'}`;
    default: return undefined;
  }
}

function lineOfAnswer(event: TurnEvent): string | undefined {
  switch (event.type) {
    case 'evidence': return `evidence ${event.evidence.map(({ n, passage: { path } }) => `[${n}] ${path}`).join(' ')}`;
    case 'answering': return `answering ${event.model ?? 'extract'}`;
    case 'delta': return `delta ${event.text}`;
    case 'ended': return `ended ${event.outcome.stopReason}`;
    default: return undefined;
  }
}
