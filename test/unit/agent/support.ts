import { fenceConversation, withoutNonce } from '../../../src/evidence/fence';
import type { DialectChoice } from '../../../src/agent/dialects/choose';
import type { Gathered } from '../../../src/agent/gather';
import { gather } from '../../../src/agent/gather';
import type { GatherTask } from '../../../src/agent/gatherPrompt';
import type { GatherLimits } from '../../../src/agent/limits';
import { CallRecovery } from '../../../src/agent/recovery/callRecovery';
import { DEFAULT_RECOVERY } from '../../../src/agent/recovery/table';
import type { RecoveryTable } from '../../../src/model/failure';
import type { Tool, ToolDesk } from '../../../src/agent/tool';
import { createToolDesk } from '../../../src/agent/tools/desk';
import { EvidenceLedger } from '../../../src/evidence/ledger';
import type { Passage } from '../../../src/model/passage';
import type { ChatModel, DialectMemory, DialectName } from '../../../src/model/ports';
import type { QueryProfile } from '../../../src/model/profile';
import type { GatherEvent } from '../../../src/model/turn';
import { detectLanguage } from '../../../src/util/language';
import { createManualSchedule, type ManualSchedule } from '../../support/manualSchedule';
import { allTools, EMPTY_LIBRARY, passageOf } from './tools/support';

/** A passage of its own file, about what its text says. */
export function note(path: string, text: string, headings: readonly string[] = []): Passage {
  return passageOf(text, { path, headings, key: `${path}:${text}` });
}

/** What a search finds. */
export type Search = (query: string) => readonly Passage[] | Promise<readonly Passage[]>;

/** Every tool, over a library whose searches are a function of the query; what was searched is kept. */
export function deskOver(search: Search, schedule: ManualSchedule, recovery = new CallRecovery(DEFAULT_RECOVERY)): { readonly desk: ToolDesk; readonly tools: readonly Tool[]; readonly searched: string[] } {
  const searched: string[] = [];
  const library = {
    ...EMPTY_LIBRARY,
    search: async ({ query }: { readonly query: string }) => {
      searched.push(query);
      return { passages: await search(query), tiers: [], stale: [] };
    },
  };
  const tools = allTools({ library, sandbox: { run: async (source) => ({ output: String(source.length), isTruncated: false }) } });
  return { desk: createToolDesk(tools, { schedule: schedule.schedule, now: () => 0, recovery }), tools, searched };
}

/** A question as it is understood. */
export function profileOf(question: string, focuses: readonly string[] = []): QueryProfile {
  return {
    intent: 'question', complexity: 'COMPLEX', ambiguous: false, scope: {}, language: detectLanguage(question), timeSensitive: false,
    codeSymbols: [], focuses, standaloneQuestion: question, confidence: 1,
  };
}

/** A memory of dialects that keeps what it was told, in order. */
export function memoryOf(known: Readonly<Record<string, DialectName>> = {}): DialectMemory & { readonly told: string[] } {
  const all = new Map(Object.entries(known));
  const told: string[] = [];
  return {
    told,
    recall: (id) => all.get(id),
    remember: (id, dialect) => {
      all.set(id, dialect);
      told.push(`${id}: ${dialect}`);
    },
  };
}

/** One turn to gather for. */
export interface Scene {
  readonly model: ChatModel;
  readonly search?: Search;
  readonly question?: string;
  readonly focuses?: readonly string[];
  readonly summary?: string;
  readonly dialect?: DialectChoice;
  readonly limits?: Partial<GatherLimits>;
  readonly recovery?: RecoveryTable;
  readonly desk?: (desk: ToolDesk) => ToolDesk;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: GatherEvent, schedule: ManualSchedule) => void;
}

/** What came of it. */
export interface Played {
  readonly gathered: Gathered;
  readonly events: readonly GatherEvent[];
  /** One line for each event. */
  readonly lines: readonly string[];
  readonly searched: readonly string[];
  readonly schedule: ManualSchedule;
}

export const NEVER = new AbortController().signal;

/** A conversation as a turn is told of it. */
export function saidBefore(summary: string | undefined): Pick<GatherTask, 'conversation'> {
  return summary === undefined ? {} : { conversation: fenceConversation(withoutNonce(summary, 'NONCE'), 'NONCE') };
}

function same(desk: ToolDesk): ToolDesk {
  return desk;
}

/** Gathers, with time that stands still. */
export async function play(scene: Scene): Promise<Played> {
  const { model, search = () => [], question = 'How do leases end?', focuses, summary, limits = {}, recovery: table = DEFAULT_RECOVERY, signal = NEVER, onEvent } = scene;
  const schedule = createManualSchedule();
  const { desk, searched } = deskOver(search, schedule, new CallRecovery(table));
  const task: GatherTask = { profile: profileOf(question, focuses), ...saidBefore(summary) };
  const deps = {
    model,
    dialect: scene.dialect ?? { name: 'native' as const },
    desk: (scene.desk ?? same)(desk),
    ledger: new EvidenceLedger(),
    nonce: 'NONCE',
    now: () => 0,
    schedule: schedule.schedule,
    limits,
  };
  const events: GatherEvent[] = [];
  const run = gather(task, deps, signal);
  for (let next = await run.next(); ; next = await run.next()) {
    if (next.done === true) {
      return { gathered: next.value, events, lines: events.map(lineOf), searched, schedule };
    }
    events.push(next.value);
    onEvent?.(next.value, schedule);
  }
}

function lineOf(event: GatherEvent): string {
  switch (event.type) {
    case 'round':
      return `round ${event.round} ${event.dialect}`;
    case 'toolCalled':
      return `${event.round} ${event.tool} ${JSON.stringify(event.arguments)}`;
    case 'toolDone':
      return `${event.round} ${event.tool} ${event.status} ${event.found} found, ${event.fresh} new`;
    case 'roundEnded':
      return `ended ${event.round} +${event.fresh} = ${event.cumulative}`;
    case 'reflected':
      return 'reflected';
    case 'recovered':
      return `${event.failure} → ${event.action} → ${event.result}`;
    case 'gathered':
      return `gathered ${event.passages} in ${event.rounds}: ${event.stop}`;
  }
}

/** What of the lines says what was called, and how it ended. */
export function callsIn({ lines }: Played): string[] {
  return lines.filter((line) => /^\d+ /.test(line) || line.startsWith('gathered'));
}
