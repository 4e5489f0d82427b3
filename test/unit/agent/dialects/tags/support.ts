import type { Interleaved } from '../../../../../src/agent/dialects/tags/interleave';
import { interleave } from '../../../../../src/agent/dialects/tags/interleave';
import type { InterleaveEvent } from '../../../../../src/agent/dialects/tags/interleaveEvent';
import type { TagLimits } from '../../../../../src/agent/dialects/tags/tagLimits';
import type { ToolDesk } from '../../../../../src/agent/tool';
import { EvidenceLedger } from '../../../../../src/evidence/ledger';
import type { ChatModel } from '../../../../../src/model/ports';
import { createManualSchedule, type ManualSchedule } from '../../../../support/manualSchedule';
import { deskOver, NEVER, note, profileOf, saidBefore, type Search } from '../../support';

/** One answer to write. */
export interface Scene {
  readonly model: ChatModel;
  readonly search?: Search;
  readonly question?: string;
  readonly focuses?: readonly string[];
  readonly summary?: string;
  readonly limits?: Partial<TagLimits>;
  readonly desk?: (desk: ToolDesk) => ToolDesk;
  readonly ledger?: EvidenceLedger;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: InterleaveEvent, schedule: ManualSchedule) => void;
}

/** What came of it. */
export interface Played {
  readonly result: Interleaved;
  readonly events: readonly InterleaveEvent[];
  /** One line for each event; texts that follow each other are one. */
  readonly lines: readonly string[];
  /** All text that was told. */
  readonly shown: string;
  readonly searched: readonly string[];
  readonly ledger: EvidenceLedger;
  readonly schedule: ManualSchedule;
}

export const QUESTION = 'How long is a lease kept?';
export const LEASE = note('lease.md', 'A lease is kept for 90 seconds.', ['Leases']);
export const RENEWAL = note('renewal.md', 'Clients renew a lease every minute.', ['Renewal']);

/** Finds the lease for the question, and its renewal for what speaks of that. */
export const LEASES: Search = (query) => (/renew|续约/.test(query) ? [RENEWAL] : /lease|租约/.test(query) ? [LEASE] : []);

/** Writes, with time that stands still. */
export async function play(scene: Scene): Promise<Played> {
  const { model, search = LEASES, question = QUESTION, focuses, summary, limits, signal = NEVER, ledger = new EvidenceLedger(), onEvent } = scene;
  const schedule = createManualSchedule();
  const { desk, searched } = deskOver(search, schedule);
  const deps = {
    model, ledger, nonce: 'NONCE', now: () => 0, schedule: schedule.schedule,
    desk: scene.desk?.(desk) ?? desk,
    ...(limits === undefined ? {} : { limits }),
  };
  const events: InterleaveEvent[] = [];
  const run = interleave({ profile: profileOf(question, focuses), ...saidBefore(summary) }, deps, signal);
  for (let next = await run.next(); ; next = await run.next()) {
    if (next.done === true) {
      const shown = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
      return { result: next.value, events, lines: linesOf(events), shown, searched, ledger, schedule };
    }
    events.push(next.value);
    onEvent?.(next.value, schedule);
  }
}

function linesOf(events: readonly InterleaveEvent[]): string[] {
  const lines: string[] = [];
  let text: string | undefined;
  for (const event of events) {
    if (event.type === 'text') {
      text = (text ?? '') + event.text;
      continue;
    }
    lines.push(...(text === undefined ? [] : [JSON.stringify(text)]), lineOf(event));
    text = undefined;
  }
  return lines;
}

function lineOf(event: Exclude<InterleaveEvent, { readonly type: 'text' }>): string {
  switch (event.type) {
    case 'round':
      return `round ${event.round}`;
    case 'toolCalled':
      return `search ${(event.arguments as { readonly query: string }).query}`;
    case 'toolDone':
      return `${event.status} ${event.found} found, ${event.fresh} new`;
    case 'roundEnded':
      return `ended ${event.round} +${event.fresh} = ${event.cumulative}`;
    case 'reflected':
      return `reflected ${JSON.stringify(event.note ?? null)}`;
    case 'recovered':
      return `${event.failure} → ${event.action} → ${event.result}`;
    case 'gathered':
      return `gathered ${event.passages} in ${event.rounds}: ${event.stop}`;
  }
}
