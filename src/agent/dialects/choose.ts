import type { ChatModel, DialectMemory, DialectName } from '../../model/ports';

/** How a model is spoken to. */
export interface DialectChoice {
  readonly name: DialectName;
  /** Where it is left to be found out: what is known, and where it is kept. */
  readonly memory?: DialectMemory;
}

/**
 * The dialect to begin with. A setting holds; `auto` takes what is remembered of the model, else calls of its API. Whether
 * it can make them shows in the first round, which is surer than any trial and costs nothing: a call of any kind says yes,
 * a refusal of tools says no. Only of a model that called nothing is it asked apart, see {@link probeDialect}.
 */
export function chooseDialect(model: ChatModel, setting: DialectName | 'auto', memory: DialectMemory): DialectChoice {
  return setting === 'auto' ? { name: memory.recall(model.id) === 'react' ? 'react' : 'native', memory } : { name: setting };
}
