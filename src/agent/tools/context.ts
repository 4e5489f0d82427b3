import type { Passage } from '../../model/passage';
import type { SearchScope } from '../../model/scope';

/** What tools know of the turn besides their arguments: defaults come from here, not from what a model guesses. */
export interface ToolContext {
  /** The question as one that needs no conversation to be understood. */
  readonly question: string;
  /** Where searches look first: what the person named, or the file they have open. Empty for the whole workspace. */
  readonly scope: SearchScope;
  /** The passage that the model was shown under a number. */
  readonly seen: (n: number) => Passage | undefined;
  /** Every passage that the turn holds by now. */
  readonly held: () => readonly Passage[];
}
