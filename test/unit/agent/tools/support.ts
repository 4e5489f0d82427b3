import type { Tool, ToolDesk, ToolResult } from '../../../../src/agent/tool';
import type { ToolContext } from '../../../../src/agent/tools/context';
import { createToolDesk } from '../../../../src/agent/tools/desk';
import type { TurnToolDeps } from '../../../../src/agent/tools/toolsOfTurn';
import { toolsOfTurn } from '../../../../src/agent/tools/toolsOfTurn';
import type { Passage } from '../../../../src/model/passage';
import type { CodeSandbox, Consent, ConsentUse, NoteStore, ToolCall, WebSearch } from '../../../../src/model/ports';
import type { Library } from '../../../../src/retrieval/library';
import { lineStarts, spanOf } from '../../../../src/util/lines';
import { createManualSchedule } from '../../../support/manualSchedule';

export const NEVER = new AbortController().signal;

/** A passage that is a whole file. */
export function passageOf(text: string, extra: Partial<Passage> = {}): Passage {
  const span = spanOf(lineStarts(text), 0, text.length);
  return { path: 'a.md', kind: 'section', headings: [], span, text, key: text, score: 1, ranks: {}, ...extra };
}

/** A library that has nothing. */
export const EMPTY_LIBRARY: Library = {
  search: async () => ({ passages: [], tiers: [], stale: [] }),
  passagesOf: async () => [],
  findPaths: async () => [],
  relevanceTo: async () => undefined,
  readText: async () => undefined,
};

/** A person who always says the same, and keeps what they were asked. */
export function personWho(says: boolean, remembered: Partial<Record<ConsentUse, 'always' | 'never'>> = {}): Consent & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    remembered: (use) => remembered[use],
    ask: async (use, detail) => {
      asked.push(`${use}: ${detail}`);
      return says;
    },
  };
}

export const CONTEXT: ToolContext = { question: 'How do retries work?', scope: {}, seen: () => undefined, held: () => [] };

const WEB: WebSearch = { name: 'web', search: async () => [] };
const NOTES: NoteStore = { list: async () => [], put: async () => undefined, remove: async () => undefined };
const SANDBOX: CodeSandbox = { run: async () => ({ output: '', isTruncated: false }) };

/** Every tool there is, with nothing behind them unless it is given. */
export function allTools(deps: Partial<TurnToolDeps> = {}): Tool[] {
  return toolsOfTurn({ library: EMPTY_LIBRARY, context: CONTEXT, consent: personWho(true), web: WEB, notes: NOTES, sandbox: SANDBOX, ...deps });
}

/** A desk whose time stands still. */
export function deskOf(tools: readonly Tool[]): ToolDesk {
  return createToolDesk(tools, { schedule: createManualSchedule().schedule, now: () => 0 });
}

export function callOf(name: string, args: unknown): ToolCall {
  return { id: 'c1', name, arguments: typeof args === 'string' ? args : JSON.stringify(args) };
}

/** Reads a call and makes it. */
export async function use(tools: readonly Tool[], name: string, args: unknown): Promise<ToolResult> {
  const desk = deskOf(tools);
  const call = desk.read(callOf(name, args));
  return call.kind === 'ready' ? desk.run(call, NEVER) : { kind: 'failed', failure: call.failure, message: call.message, ms: 0 };
}
