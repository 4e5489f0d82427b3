import type { Language } from '../util/language';
import type { SearchScope } from './scope';

/** What the person wants done. `greeting` and `capabilities` need no document. */
export type Intent =
  | 'greeting'
  | 'capabilities'
  | 'lookup'
  | 'question'
  | 'howTo'
  | 'compare'
  | 'troubleshoot'
  | 'summarize'
  | 'outline';

export const INTENTS = [
  'greeting', 'capabilities', 'lookup', 'question', 'howTo', 'compare', 'troubleshoot', 'summarize', 'outline',
] as const satisfies readonly Intent[];

/** How many searches a question probably takes: one, a few, one that depends on another. */
export type Complexity = 'SIMPLE' | 'MEDIUM' | 'COMPLEX';

/** What is understood of a question before anything is searched. Ten fields, and no more: the loop decides the rest. */
export interface QueryProfile {
  readonly intent: Intent;
  readonly complexity: Complexity;
  /** True if it can be read in ways that need different documents. */
  readonly ambiguous: boolean;
  /** What it is to be looked for in; empty for the whole workspace. */
  readonly scope: SearchScope;
  readonly language: Language;
  /** True if what was right last month may be wrong today. */
  readonly timeSensitive: boolean;
  /** Names of code in the question, as written. */
  readonly codeSymbols: readonly string[];
  /** The things that a comparison or a question of several parts is about; empty for a question about one thing. */
  readonly focuses: readonly string[];
  /** The question as one that needs no conversation to be understood. */
  readonly standaloneQuestion: string;
  /** In [0, 1]. */
  readonly confidence: number;
}
