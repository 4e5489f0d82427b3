import type { CodeSandbox, Consent, SavedNotes, WebSearch } from '../../model/ports';
import type { Library } from '../../retrieval/library';
import type { Tool } from '../tool';
import type { ToolContext } from './context';
import { createReadDoc } from './kinds/readDoc';
import { createRecallMemory } from './kinds/recallMemory';
import { createRunCode } from './kinds/runCode';
import { createKeywordSearch, createSearchDocs } from './kinds/searchTools';
import { createWebSearchTool } from './kinds/webSearchTool';

/** What the tools of a turn work with. */
export interface TurnToolDeps {
  readonly library: Library;
  readonly context: ToolContext;
  readonly consent: Consent;
  /** Absent while no provider is set up. */
  readonly web?: WebSearch;
  /** Absent where there are no notes to recall. */
  readonly notes?: SavedNotes;
  /** Absent while running code is switched off. */
  readonly sandbox?: CodeSandbox;
}

/**
 * The tools that a turn may use, all of which only read. What is not in this list does not exist for a model: what is not set
 * up, what the person said "never" to, and what writes.
 */
export function toolsOfTurn({ library, context, consent, web, notes, sandbox }: TurnToolDeps): Tool[] {
  return [
    createSearchDocs({ library, context }),
    createKeywordSearch({ library, context }),
    createReadDoc({ library, context }),
    ...(web === undefined || consent.remembered('webSearch') === 'never' ? [] : [createWebSearchTool({ web, consent, context })]),
    ...(notes === undefined ? [] : [createRecallMemory({ notes, library })]),
    ...(sandbox === undefined || consent.remembered('runCode') === 'never' ? [] : [createRunCode({ sandbox, consent })]),
  ];
}
