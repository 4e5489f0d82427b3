import type { ReplayFields } from '../../model/ports';
import { fieldsOf } from './fields';

/** Fields kept for the model that sent them: another one gets nothing of it, and would not understand it either. */
export function replayOf(modelId: string, fields: Readonly<Record<string, unknown>>): { readonly replay?: ReplayFields } {
  return Object.keys(fields).length === 0 ? {} : { replay: { [modelId]: fields } };
}

/** What of `replay` came from the model with this id; nothing without an id. */
export function replayFor(replay: ReplayFields | undefined, modelId: string | undefined): Readonly<Record<string, unknown>> {
  return modelId === undefined ? {} : fieldsOf(replay?.[modelId]);
}
