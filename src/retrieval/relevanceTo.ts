import { formatChunkId } from '../model/chunkId';
import type { Reranker } from '../model/ports';
import type { JudgedText } from './library';
import { queryShape } from './queryShape';
import { relevanceOf, termShare } from './relevance';
import type { SearchableIndex } from './retrieve';
import { keywordShares, RANKING_DEPTH } from './retrieve';

/** A text as the reranker gets it. */
interface ReadText {
  /** Equal keys mean equal texts, in searches too: the key of a chunk only for exactly what is embedded of it. */
  readonly key: string;
  readonly text: string;
  /** The chunks that say this; none for a text of elsewhere. */
  readonly ids: readonly string[];
}

/**
 * How probably each text has to do with a query: for a chunk of the index what a search for the query would say of it, from
 * the same signs. A text of elsewhere has no place in the keyword ranking: the share of the query's telling terms that it
 * contains stands for its score there. Measured on the golden set, as if its passages were of elsewhere: the first five of a
 * question are then given .06 more or less on average, those after them .01.
 *
 * @returns nothing where no reranker is ready.
 */
export async function relevanceTo(
  query: string,
  texts: readonly JudgedText[],
  { index, signal }: { readonly index: SearchableIndex; readonly signal: AbortSignal },
): Promise<number[] | undefined> {
  const { reranker } = index;
  return reranker === undefined ? undefined : judge(query, await Promise.all(texts.map((text) => asIndexed(text, index))), { index, reranker, signal });
}

async function judge(
  query: string,
  texts: readonly ReadText[],
  { index, reranker, signal }: { readonly index: SearchableIndex; readonly reranker: Reranker; readonly signal: AbortSignal },
): Promise<number[]> {
  const scores = await reranker.rerank(query, texts, signal);
  const keyword = keywordShares({ query }, index.lexical.search(query, RANKING_DEPTH), index);
  const shape = queryShape(query);
  const shareOf = termShare(query);
  return texts.map(({ text, ids }, at) => {
    const share = shareOf(text);
    const ranked = Math.max(0, ...ids.map((id) => keyword.get(id) ?? 0));
    return relevanceOf({ model: scores[at] ?? 0, keyword: ids.length === 0 ? share : ranked, share }, shape);
  });
}

/** What is embedded of a passage, which its text alone does not say, is read again from its file. */
async function asIndexed({ key, text }: JudgedText, index: SearchableIndex): Promise<ReadText> {
  const refs = index.refs(key);
  for (const ref of refs) {
    const record = index.chunk(ref);
    const reading = record === undefined ? undefined : await index.readChunk(ref, record);
    if (reading !== undefined) {
      return { key, text: reading.embeddingText, ids: refs.map(formatChunkId) };
    }
  }
  return { key: text, text, ids: [] };
}
