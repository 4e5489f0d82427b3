import { AssistantError } from '../../src/model/errors';
import type { ChatEvent, ChatModel, ChatRequest, ToolCall } from '../../src/model/ports';

/** The model falls silent until the call is cancelled. */
export const SILENCE = { type: 'silence' } as const;

/** One thing that the model does: say a piece of text, call tools, report its usage or why it ended, fail, fall silent. */
export type ModelStep = string | ChatEvent | AssistantError | typeof SILENCE;

/** Calls of tools, named and with arguments, as one step. Their ids are `call_1`, `call_2`, … from `firstId`. */
export function calls(made: readonly (readonly [name: string, args: object | string])[], firstId = 1): ChatEvent {
  const all = made.map(([name, args], i): ToolCall => ({
    id: `call_${firstId + i}`,
    name,
    arguments: typeof args === 'string' ? args : JSON.stringify(args),
  }));
  return { type: 'toolCalls', calls: all };
}

/** A {@link ChatModel} that plays one script per call, in order, and keeps what it was asked. */
export interface ScriptedModel extends ChatModel {
  readonly requests: readonly ChatRequest[];
}

/**
 * Makes such a model.
 * @param scripts - one per call; a call too many fails as `internal`.
 */
export function createScriptedModel(scripts: readonly (readonly ModelStep[])[], name = 'scripted'): ScriptedModel {
  const requests: ChatRequest[] = [];
  const left = scripts.values();
  return {
    name,
    id: name,
    requests,
    stream: (request, signal) => {
      requests.push(request);
      return play(left.next().value ?? [new AssistantError('internal', 'The script has no answer for this call.')], signal);
    },
  };
}

async function* play(script: readonly ModelStep[], signal: AbortSignal): AsyncGenerator<ChatEvent> {
  for (const step of script) {
    // A real model is never faster than the next turn of the event loop.
    await (step === SILENCE ? aborted(signal) : new Promise(setImmediate));
    throwIfAborted(signal);
    if (step instanceof AssistantError) {
      throw step;
    }
    if (typeof step === 'string') {
      yield { type: 'text', text: step };
    } else if (step.type !== 'silence') {
      yield step;
    }
  }
  throwIfAborted(signal);
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) {
    throw new AssistantError('cancelled', 'Cancelled.');
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) {
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve, { once: true });
    });
  }
}
