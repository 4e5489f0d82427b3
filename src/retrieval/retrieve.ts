import type { ChunkRecord, ChunkRef } from '../model/chunk';
import { formatChunkId, parseChunkId } from '../model/chunkId';
import type { Hit, Passage, RankingName } from '../model/passage';
import type { Embedder, LexicalIndex, Reranker, VectorIndex } from '../model/ports';
import type { ScopedContent, SearchScope } from '../model/scope';
import { isWholeWorkspace } from '../model/scope';
import type { FusedHit, WeightedRanking } from './fusion';
import { fuseByReciprocalRank } from './fusion';
import { queryShape, RANKING_WEIGHTS } from './queryShape';
import type { Candidate } from './rerank';
import { rerank, rerankDepth } from './rerank';

/** Which indexes a search asks. */
export type SearchMode = 'hybrid' | 'vector' | 'keyword';

/** A vector tier that is complete and may serve queries. */
export interface SearchTier {
  readonly name: Exclude<RankingName, 'keyword'>;
  /** Embeds the query. */
  readonly embedder: Pick<Embedder, 'embed'>;
  readonly vectors: VectorIndex;
}

/** The index as retrieval sees it. */
export interface SearchableIndex {
  readonly lexical: LexicalIndex;
  readonly tier: SearchTier | undefined;
  /** Judges the best passages of a hybrid search; nothing where it is not ready. */
  readonly reranker: Reranker | undefined;
  /** The chunks with a content key. */
  refs(key: string): readonly ChunkRef[];
  chunk(ref: ChunkRef): ChunkRecord | undefined;
  /** What is indexed of a part of the workspace; no file is read. */
  within(scope: SearchScope): ScopedContent;
  /** Reads a chunk from its file; nothing if the file no longer says there what was indexed. */
  readChunk(ref: ChunkRef, record: ChunkRecord): Promise<ChunkReading | undefined>;
}

/** A chunk as the file has it now: its passage, without blank lines at its ends, and what the models read of it. */
export interface ChunkReading {
  readonly passage: Pick<Passage, 'span' | 'columns' | 'text'>;
  readonly embeddingText: string;
}

/** What a search found. */
export interface SearchResult {
  /** Best first, at most `k`. */
  readonly passages: readonly Passage[];
  /** The rankings that took part. */
  readonly tiers: readonly RankingName[];
  /** Files whose text is no longer what was indexed: their passages are left out. */
  readonly stale: readonly string[];
}

/** One search. */
export interface SearchRequest {
  readonly query: string;
  /** At least 1. */
  readonly k: number;
  readonly mode: SearchMode;
  /** Nothing outside of it is found. */
  readonly scope?: SearchScope;
}

/** How deep each ranking is asked, at least: fusion needs the neighbours of the first page. */
export const RANKING_DEPTH = 100;

/** One hybrid retrieval: each ranking, fused, read from the files and checked against the index, the best reranked. */
export async function retrieve(
  request: SearchRequest,
  index: SearchableIndex,
  signal: AbortSignal,
): Promise<SearchResult> {
  const rankings = await rank(request, index, signal);
  const reranker = request.mode === 'hybrid' ? index.reranker : undefined;
  const depth = Math.max(request.k, reranker === undefined ? 0 : rerankDepth(reranker));
  const keyword = rankings.find(({ name }) => name === 'keyword')?.hits ?? [];
  const shares = reranker === undefined ? new Map<string, number>() : keywordShares(request, keyword, index);
  const { candidates, stale } = await readBest(rankings, depth, { shares, index, signal });
  const passages =
    reranker === undefined || candidates.length === 0
      ? candidates.map(({ passage }) => passage)
      : await rerank(candidates, { query: request.query, reranker }, signal);
  return { passages: passages.slice(0, request.k), tiers: rankings.map(({ name }) => name), stale };
}

async function readBest(
  rankings: readonly WeightedRanking[],
  depth: number,
  { shares, index, signal }: { shares: ReadonlyMap<string, number>; index: SearchableIndex; signal: AbortSignal },
): Promise<{ candidates: Candidate[]; stale: string[] }> {
  const candidates: Candidate[] = [];
  const stale = new Set<string>();
  for (const hit of fuseByReciprocalRank(rankings)) {
    if (candidates.length >= depth || signal.aborted) {
      break;
    }
    const candidate = await readCandidate(hit, shares.get(hit.id) ?? 0, index);
    if (candidate === undefined) {
      stale.add(parseChunkId(hit.id).path);
    } else {
      candidates.push(candidate);
    }
  }
  return { candidates, stale: [...stale] };
}

async function rank(request: SearchRequest, index: SearchableIndex, signal: AbortSignal): Promise<WeightedRanking[]> {
  const weights = RANKING_WEIGHTS[queryShape(request.query)];
  const depth = Math.max(RANKING_DEPTH, request.k * 2);
  const part = partOf(request, index);
  const rankings: WeightedRanking[] = [];
  if (request.mode !== 'vector') {
    const accepts = part && ((id: string) => part.paths.has(parseChunkId(id).path));
    rankings.push({ name: 'keyword', weight: weights.keyword, hits: index.lexical.search(request.query, depth, accepts) });
  }
  const { tier } = index;
  if (request.mode !== 'keyword' && tier !== undefined && tier.vectors.size > 0) {
    const [vector] = await tier.embedder.embed([request.query], signal);
    const accepts = part && ((key: string) => part.keys.has(key));
    const byKey = vector === undefined ? [] : await tier.vectors.search(vector, depth, accepts);
    const hits = byKey.flatMap((hit) => chunksWith(hit, index, part));
    rankings.push({ name: tier.name, weight: weights[tier.name], hits });
  }
  return rankings;
}

/**
 * Each hit's keyword score as a share of the best one in the index, in [0, 1]. In a part of the workspace too: how much a
 * passage has to do with a query does not depend on where one looks.
 */
export function keywordShares({ query, scope }: Pick<SearchRequest, 'query' | 'scope'>, hits: readonly Hit[], { lexical }: SearchableIndex): Map<string, number> {
  const [best] = scope === undefined || hits.length === 0 ? hits : lexical.search(query, 1);
  return new Map(hits.map(({ id, score }) => [id, score / (best?.score ?? score)]));
}

/** Vectors are stored by content; a hit stands for every chunk of the scope that says just that. */
function chunksWith(hit: Hit, index: SearchableIndex, part: ScopedContent | undefined): Hit[] {
  const refs = index.refs(hit.id).filter(({ path }) => part?.paths.has(path) ?? true);
  return refs.map((ref) => ({ id: formatChunkId(ref), score: hit.score }));
}

/** @returns nothing where nothing is left out. */
function partOf({ scope }: SearchRequest, index: SearchableIndex): ScopedContent | undefined {
  return scope === undefined || isWholeWorkspace(scope) ? undefined : index.within(scope);
}

/** @returns nothing if the file no longer says there what was indexed. */
async function readCandidate(hit: FusedHit, keywordShare: number, index: SearchableIndex): Promise<Candidate | undefined> {
  const { id, ...scores } = hit;
  const ref = parseChunkId(id);
  const record = index.chunk(ref);
  const reading = record === undefined ? undefined : await index.readChunk(ref, record);
  if (record === undefined || reading === undefined) {
    return undefined;
  }
  const { kind, headings, key } = record;
  const passage: Passage = { path: ref.path, kind, headings, key, ...reading.passage, ...scores };
  return { passage, embeddingText: reading.embeddingText, keywordShare };
}
