import type { Search } from '../../evidence/commonRelevance';
import { commonRelevance } from '../../evidence/commonRelevance';
import type { FinalEvidence } from '../../evidence/finalize';
import { finalizeEvidence } from '../../evidence/finalize';
import { judgeSearches } from '../../evidence/judgeSearches';
import type { ReadText } from '../../evidence/merge';
import type { Passage } from '../../model/passage';
import type { Library } from '../../retrieval/library';

/** What the searches of a turn come to, with the texts of their files. */
export interface Finalized extends FinalEvidence {
  readonly readText: ReadText;
}

/** Turns what was found on the way to a question into the evidence of its answer. */
export async function finalizeSearches(question: string, searches: readonly Search[], library: Library, signal: AbortSignal): Promise<Finalized> {
  const found = searches.flatMap(({ passages }) => passages);
  const readText = await readFiles(found, library);
  const judged = await judgeSearches(question, searches, { library, signal });
  const { passages, queries } = commonRelevance(question, judged.searches, judged.toQuestion);
  return { ...finalizeEvidence(passages, { question, queries, readText }), readText };
}

/** The whole files of the passages, each read once: merging and extracting look at what stands around a passage. */
export async function readFiles(passages: readonly Passage[], library: Pick<Library, 'readText'>): Promise<ReadText> {
  const paths = [...new Set(passages.flatMap(({ origin, path }) => (origin === undefined ? path : [])))];
  const texts = new Map(await Promise.all(paths.map(async (path) => [path, await library.readText(path)] as const)));
  return (path) => texts.get(path);
}
