import { startTimeLimit } from '../agent/timeLimit';
import type { Catalog } from '../indexing/catalog';
import type { VectorTier } from '../indexing/indexer';
import { countMissing } from '../indexing/indexer';
import { toAssistantError } from '../model/errors';
import type { Embedder, PairedEmbedder, Reranker, Schedule } from '../model/ports';
import type { SearchTier } from '../retrieval/retrieve';

/** A model that embeds passages, and may judge them beside a query. */
export interface SemanticModel {
  readonly embedder: Embedder;
  readonly reranker: Reranker | undefined;
}

/** The tier of a model elsewhere. */
export interface RemoteTier extends VectorTier {
  readonly embedder: PairedEmbedder;
  readonly refused: Map<string, string>;
  /** Embeds queries. */
  readonly queries: Pick<Embedder, 'embed'>;
}

/**
 * The vectors of an index, each model's apart, so that none waits for another: the quick ones, those of the model on this
 * machine, and those of an endpoint that the person chose.
 */
export interface VectorTiers {
  readonly quick: VectorTier;
  local: (VectorTier & SemanticModel) | undefined;
  remote: RemoteTier | undefined;
}

/** A tier serves queries once at most this share of the passages lacks a vector of it. */
const MISSING_TOLERATED = 0.02;

/** What a query waits for its vector from elsewhere, in ms: a model that a server has to load first comes within it, mostly. */
const QUERY_PATIENCE_MS = 10_000;

/** The best tier that is complete. */
export function servingTier(catalog: Catalog, { quick, local, remote }: VectorTiers): SearchTier {
  if (remote !== undefined && remote.vectors.size >= remote.refused.size && isComplete(catalog, remote)) {
    return { name: 'semantic', vectors: remote.vectors, embedder: remote.queries };
  }
  return local !== undefined && isComplete(catalog, local) ? { name: 'semantic', ...local } : { name: 'static', ...quick };
}

function isComplete(catalog: Catalog, tier: VectorTier): boolean {
  return countMissing(catalog, tier) <= catalog.keyCount * MISSING_TOLERATED;
}

/**
 * An embedder of queries that is not waited for longer than a person waits.
 *
 * @param onLost - told that there is no vector, and why, unless the query was given up.
 */
export function impatient(embedder: Embedder, schedule: Schedule, onLost: (error: unknown) => void): Pick<Embedder, 'embed'> {
  return {
    embed: async (texts, around) => {
      const limit = startTimeLimit(QUERY_PATIENCE_MS, schedule, around);
      try {
        return await embedder.embed(texts, limit.signal);
      } catch (error) {
        if (!around.aborted) {
          onLost(error);
        }
        throw error;
      } finally {
        limit.end();
      }
    },
  };
}

/** Why an endpoint is not used, and what is used meanwhile. */
export function lostWords(error: unknown): string {
  const { code, message } = toAssistantError(error);
  return `The embedding endpoint is not used: ${code === 'cancelled' ? 'It did not answer in time.' : message} Searches use what is on this machine meanwhile; the next run tries again.`;
}

/** What a model would not embed, as a sentence; none where it took everything. */
export function refusedWords(catalog: Catalog, { refused = new Map<string, string>() }: VectorTier): readonly string[] {
  const reasons = [...refused].flatMap(([key, reason]) => (catalog.refs(key).length > 0 ? [reason] : []));
  return reasons.slice(0, 1).map((first) => `Passages that have no vector and are found by their words only: ${reasons.length}. ${first}`);
}
