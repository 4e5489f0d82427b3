import { AssistantError, refuseIfCancelled } from '../../model/errors';
import type { FailureClass } from '../../model/failure';
import type { Clock, Schedule } from '../../model/ports';
import { CallRecovery } from '../recovery/callRecovery';
import { classify } from '../recovery/classify';
import { DEFAULT_RECOVERY } from '../recovery/table';
import type { Tool, ToolDesk, ToolName } from '../tool';
import { callReader } from './calls/readCall';
import { checkOutput } from './checkOutput';
import { quote } from './quote';
import { unlessAborted, withinTime } from '../withinTime';

/** What the desk needs besides its tools. */
export interface ToolDeskOptions {
  /** By default what the default table says. */
  readonly recovery?: CallRecovery;
  readonly schedule: Schedule;
  readonly now: Clock;
}

/** Puts the tools of one turn behind a desk: nothing that is not among them can be executed. */
export function createToolDesk(tools: readonly Tool[], { schedule, now, recovery = new CallRecovery(DEFAULT_RECOVERY) }: ToolDeskOptions): ToolDesk {
  const byName = new Map<ToolName, Tool>(tools.map((tool) => [tool.name, tool]));
  return {
    tools,
    recovery,
    read: callReader(tools, recovery),
    run: async ({ tool: name, input }, signal) => {
      let started = now();
      try {
        const tool = byName.get(name);
        if (tool === undefined) {
          throw new AssistantError('tool.unknown', `There is no tool ${quote(name)}.`);
        }
        await askPerson(tool, input, signal);
        started = now();
        const output = await withinTime((limited) => tool.run(input, limited), { ms: tool.timeoutMs, schedule, signal });
        refuseIfCancelled(signal);
        return { kind: 'ok', ms: now() - started, ...checkOutput(name, output) };
      } catch (error) {
        refuseIfCancelled(signal);
        return { kind: 'failed', ms: now() - started, ...explain(name, error) };
      }
    },
  };
}

/** @throws AssistantError tool.denied */
async function askPerson(tool: Tool, input: unknown, signal: AbortSignal): Promise<void> {
  const isAllowed = await unlessAborted(async (asked) => (await tool.mayRun?.(input, asked)) ?? true, signal);
  if (!isAllowed) {
    throw new AssistantError('tool.denied', 'The person did not allow it. Do not ask for it again: go on with the other tools.');
  }
}

/** What a model is told of a foreign error, in UTF-16 units. */
const MAX_FOREIGN = 200;

/** A failure as the model is told it: what happened, and what to do now. */
function explain(tool: ToolName, error: unknown): { readonly failure: FailureClass; readonly message: string } {
  if (error instanceof AssistantError) {
    return { failure: classOf(error), message: `${tool}: ${error.message}${error.code === 'tool.timeout' ? ' Ask for less, or use another tool.' : ''}` };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { failure: 'TOOL_ERROR', message: `${tool} failed: ${quote(message, MAX_FOREIGN)}. Use another tool, or go on without.` };
}

/** What stops a tool for reasons of its own is its failure, whatever it calls that. */
function classOf(error: AssistantError): FailureClass {
  const { failure } = classify(error);
  return failure === 'CANCELLED' || failure === 'UNKNOWN' ? 'TOOL_ERROR' : failure;
}
