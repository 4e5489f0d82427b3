import type { IndexProgress } from '../model/indexReport';
import type { Embedder, FileEntry, LexicalIndex, VectorIndex } from '../model/ports';
import { formatChunkId } from '../model/chunkId';
import type { Catalog } from './catalog';
import { chunksOf } from './catalog';
import type { IndexPlan } from './plan';
import type { ReadDocument, ReadingDeps } from './readDocument';
import { readDocument } from './readDocument';

/** What a run changes. */
export interface IndexParts {
  readonly catalog: Catalog;
  readonly lexical: LexicalIndex;
}

/** One vector tier: a model and the vectors made with it. */
export interface VectorTier {
  readonly embedder: Embedder;
  readonly vectors: VectorIndex;
}

/** How a run reports and ends early. */
export interface RunControl {
  readonly onProgress: (progress: IndexProgress) => void;
  readonly signal: AbortSignal;
}

/** Files read at the same time: enough to hide the disk, few enough to bound memory. */
const READ_CONCURRENCY = 8;

/** Passages embedded between two saves of a tier: what a kill can cost. */
const SAVE_EVERY = 128;

/**
 * Carries a plan out for everything that is quick: catalog, postings and the first vector tier.
 * Ends early, with what is done so far in place, when the signal fires.
 */
export async function applyPlan(
  plan: IndexPlan,
  parts: IndexParts,
  { tier, reading, control }: { tier: VectorTier; reading: ReadingDeps; control: RunControl },
): Promise<void> {
  for (const path of plan.remove) {
    forget(path, parts);
  }
  for (let done = 0; done < plan.read.length && !control.signal.aborted; done += READ_CONCURRENCY) {
    const batch = plan.read.slice(done, done + READ_CONCURRENCY);
    control.onProgress({ phase: 'reading', done, total: plan.read.length });
    const documents = await Promise.all(batch.map((entry) => readDocument(entry, reading)));
    for (const document of documents) {
      admit(document, parts);
    }
    await embedMissing(documents, tier, control.signal);
  }
}

/** Replaces what the index holds of one file. Equal content keeps its postings: the rules are the same for a whole catalog. */
function admit(document: ReadDocument, parts: IndexParts): void {
  const { record } = document;
  const previous = parts.catalog.file(record.path);
  const sameContent =
    previous?.state.kind === 'indexed' && record.state.kind === 'indexed' && previous.hash === record.hash;
  if (!sameContent) {
    forget(record.path, parts);
    parts.lexical.add(document.lexical);
  }
  parts.catalog.put(record);
}

function forget(path: string, parts: IndexParts): void {
  const record = parts.catalog.file(path);
  if (record !== undefined) {
    parts.lexical.remove(chunksOf(record).map((_, ordinal) => formatChunkId({ path, ordinal })));
    parts.catalog.remove(path);
  }
}

async function embedMissing(documents: readonly ReadDocument[], tier: VectorTier, signal: AbortSignal): Promise<void> {
  const missing = missingTexts(documents, tier);
  if (missing.size > 0) {
    await addVectors([...missing], tier, signal);
  }
}

function missingTexts(documents: readonly ReadDocument[], { vectors }: VectorTier): Map<string, string> {
  const missing = new Map<string, string>();
  for (const { record, texts } of documents) {
    chunksOf(record).forEach(({ key }, ordinal) => {
      if (!vectors.has(key)) {
        missing.set(key, texts[ordinal] ?? '');
      }
    });
  }
  return missing;
}

async function addVectors(texts: readonly (readonly [key: string, text: string])[], tier: VectorTier, signal: AbortSignal): Promise<void> {
  try {
    const vectors = await tier.embedder.embed(texts.map(([, text]) => text), signal);
    await tier.vectors.add(vectors.map((vector, at) => ({ key: texts[at]?.[0] ?? '', vector })));
  } catch (error) {
    // Ended on purpose: the next run finds these passages without a vector.
    if (!signal.aborted) {
      throw error;
    }
  }
}

/** How the slow tier makes room for others. */
export interface FillControl extends RunControl {
  /** Settles when nobody waits for an answer; asked before each passage. */
  readonly whenIdle: () => Promise<void>;
  /** True once enough time was spent: what is missing is left for the next run. */
  readonly isEnough: () => boolean;
}

/**
 * Brings a slow vector tier up to the catalog: reads again each file that holds passages without a vector, embeds
 * them, saves now and then. A file that changed since it was catalogued is left for the next run.
 *
 * @returns the number of passages embedded.
 */
export async function fillTier(
  catalog: Catalog,
  { tier, reading, control }: { tier: VectorTier; reading: ReadingDeps; control: FillControl },
): Promise<number> {
  const total = catalog.keyCount;
  const present = total - countMissing(catalog, tier.vectors);
  const isOver = () => control.signal.aborted || control.isEnough();
  let embedded = 0;
  for (const { entry, hash } of filesWithout(catalog, tier.vectors)) {
    if (isOver()) {
      break;
    }
    const document = await readDocument(entry, reading);
    const texts = document.record.hash === hash ? missingTexts([document], tier) : [];
    for (const text of texts) {
      await control.whenIdle();
      if (isOver()) {
        break;
      }
      control.onProgress({ phase: 'embedding', done: present + embedded, total });
      await addVectors([text], tier, control.signal);
      embedded += control.signal.aborted ? 0 : 1;
      if (embedded % SAVE_EVERY === 0) {
        await tier.vectors.save();
      }
    }
  }
  return embedded;
}

/** Documents before code: they are asked about first. */
function filesWithout(catalog: Catalog, vectors: VectorIndex): { entry: FileEntry; hash: string }[] {
  const waiting = catalog.files().flatMap((record) => {
    const isComplete = chunksOf(record).every(({ key }) => vectors.has(key));
    return isComplete ? [] : [{ entry: record, hash: record.hash, code: chunksOf(record)[0]?.kind === 'code' }];
  });
  return waiting.sort((a, b) => Number(a.code) - Number(b.code));
}

/** How many passages of the catalog a tier has no vector for. */
export function countMissing(catalog: Catalog, vectors: VectorIndex): number {
  return catalog.countKeys((key) => !vectors.has(key));
}
