import type { Evidence } from '../model/evidence';

/** Turns that a question may speak of as "the source you just cited". */
const TURNS = 2;

/**
 * The evidence of the last turns that had any, oldest first: what the next turn finds again keeps its number.
 *
 * @param turns - the evidence of each turn, in order.
 */
export function recentEvidence(turns: readonly (readonly Evidence[])[]): Evidence[] {
  return turns.filter((evidence) => evidence.length > 0).slice(-TURNS).flat();
}
