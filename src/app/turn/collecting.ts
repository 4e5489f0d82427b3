import type { Search } from '../../evidence/commonRelevance';
import { refuseIfCancelled } from '../../model/errors';
import { isWholeWorkspace } from '../../model/scope';
import type { Usage } from '../../model/answer';
import type { QueryProfile } from '../../model/profile';
import type { GatherStop, Route, TurnEvent } from '../../model/turn';
import type { SearchMode } from '../../retrieval/retrieve';
import type { Turn } from './turn';

/** What a route brought to answer from. */
export interface Collected {
  /** The way that was taken in the end. */
  readonly route: Route;
  /** In the order they were made. */
  readonly searches: readonly Search[];
  /** Results that no passage says, such as of a calculation. */
  readonly computed: readonly string[];
  readonly rounds: number;
  readonly gatherStop?: GatherStop;
  readonly usage: Usage;
}

/** Passages asked of one retrieval: several times what an answer holds, so that merging and the budget have a choice. */
const RETRIEVED = 20;

/** Passages asked for each of several things: together they are as many as one thing gets. */
const RETRIEVED_EACH = 10;

interface PlannedSearch {
  readonly query: string;
  readonly mode: SearchMode;
  readonly k: number;
}

/**
 * The searches that rules make of a question: itself; each thing of a comparison by itself; the names of code in it, to the
 * letter, where it says more than them.
 */
function planSearches({ standaloneQuestion, focuses, codeSymbols }: QueryProfile): PlannedSearch[] {
  const symbols = codeSymbols.join(' ');
  return [
    { query: standaloneQuestion, mode: 'hybrid', k: RETRIEVED },
    ...(focuses.length < 2 ? [] : focuses.map((query) => ({ query, mode: 'hybrid', k: RETRIEVED_EACH }) as const)),
    ...(symbols === '' || symbols === standaloneQuestion ? [] : [{ query: symbols, mode: 'keyword', k: RETRIEVED_EACH } as const]),
  ];
}

/** One retrieval, without a model: in the part of the workspace that the question names, in all of it if there is nothing. */
export async function* searchOnce(profile: QueryProfile, turn: Turn): AsyncGenerator<TurnEvent, Collected> {
  const { scope } = profile;
  const searches = yield* makeSearches(profile, turn, scope);
  const isEmpty = searches.every(({ passages }) => passages.length === 0);
  const found = isEmpty && !isWholeWorkspace(scope) ? yield* makeSearches(profile, turn, {}) : searches;
  return { route: 'ONE_SHOT', searches: found, computed: [], rounds: 0, usage: {} };
}

async function* makeSearches(
  profile: QueryProfile,
  { index, now, signal }: Turn,
  scope: QueryProfile['scope'],
): AsyncGenerator<TurnEvent, Search[]> {
  const searches: Search[] = [];
  for (const planned of planSearches(profile)) {
    yield { type: 'searching', query: planned.query };
    const started = now();
    const { passages, tiers } = await index.search({ ...planned, scope }, signal);
    refuseIfCancelled(signal);
    yield { type: 'found', passages: passages.length, tiers, ms: now() - started };
    searches.push({ query: planned.query, passages });
  }
  return searches;
}
