import type { IndexProgress } from '../model/indexReport';
import type { Embedder, FileEntry, LexicalIndex, VectorIndex } from '../model/ports';
import { formatChunkId } from '../model/chunkId';
import { AssistantError } from '../model/errors';
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
  /** Content keys that the model refuses, with what it said; they are not offered to it again. */
  readonly refused?: Map<string, string>;
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

function missingTexts(documents: readonly ReadDocument[], tier: VectorTier): Map<string, string> {
  const missing = new Map<string, string>();
  for (const { record, texts } of documents) {
    chunksOf(record).forEach(({ key }, ordinal) => {
      if (lacks(tier, key)) {
        missing.set(key, texts[ordinal] ?? '');
      }
    });
  }
  return missing;
}

/** @returns how many were embedded. */
async function addVectors(texts: readonly (readonly [key: string, text: string])[], tier: VectorTier, signal: AbortSignal): Promise<number> {
  try {
    const vectors = await embedAll(texts.map(([, text]) => text), tier, signal);
    const embedded = texts.flatMap(([key], at) => {
      const vector = vectors[at];
      if (vector instanceof AssistantError) {
        tier.refused?.set(key, vector.message);
      }
      return vector instanceof Float32Array ? [{ key, vector }] : [];
    });
    await tier.vectors.add(embedded);
    return embedded.length;
  } catch (error) {
    // Ended on purpose: the next run finds these passages without a vector.
    if (!signal.aborted) {
      throw error;
    }
    return 0;
  }
}

function embedAll(texts: readonly string[], { embedder }: VectorTier, signal: AbortSignal): Promise<(Float32Array | AssistantError)[]> {
  return embedder.batch?.embedEach(texts, signal) ?? embedder.embed(texts, signal);
}

/** How the slow tier makes room for others. */
export interface FillControl extends RunControl {
  /** Settles when nobody waits for an answer; asked before each request to the model. */
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
  const present = total - countMissing(catalog, tier);
  const isOver = () => control.signal.aborted || control.isEnough();
  let embedded = 0;
  let saved = 0;
  for await (const batch of missingBatches(catalog, { tier, reading, isOver })) {
    await control.whenIdle();
    if (isOver()) {
      break;
    }
    control.onProgress({ phase: 'embedding', done: present + embedded, total });
    embedded += await addVectors(batch, tier, control.signal);
    if (embedded - saved >= SAVE_EVERY) {
      saved = embedded;
      await tier.vectors.save();
    }
  }
  return embedded;
}

/** The passages without a vector, with their texts, as many at a time as the model takes best. */
async function* missingBatches(
  catalog: Catalog,
  { tier, reading, isOver }: { tier: VectorTier; reading: ReadingDeps; isOver: () => boolean },
): AsyncGenerator<(readonly [key: string, text: string])[]> {
  const size = tier.embedder.batch?.size ?? 1;
  const waiting = new Map<string, string>();
  for (const { entry, hash } of filesWithout(catalog, tier)) {
    if (isOver()) {
      return;
    }
    const document = await readDocument(entry, reading);
    const texts = document.record.hash === hash ? missingTexts([document], tier) : [];
    for (const [key, text] of texts) {
      waiting.set(key, text);
      if (waiting.size >= size) {
        yield [...waiting];
        waiting.clear();
      }
    }
  }
  if (waiting.size > 0) {
    yield [...waiting];
  }
}

/** Documents before code: they are asked about first. */
function filesWithout(catalog: Catalog, tier: VectorTier): { entry: FileEntry; hash: string }[] {
  const waiting = catalog.files().flatMap((record) => {
    const isComplete = chunksOf(record).every(({ key }) => !lacks(tier, key));
    return isComplete ? [] : [{ entry: record, hash: record.hash, code: chunksOf(record)[0]?.kind === 'code' }];
  });
  return waiting.sort((a, b) => Number(a.code) - Number(b.code));
}

/** How many passages of the catalog a tier has yet to be given. */
export function countMissing(catalog: Catalog, tier: VectorTier): number {
  return catalog.countKeys((key) => lacks(tier, key));
}

function lacks({ vectors, refused }: VectorTier, key: string): boolean {
  return !vectors.has(key) && refused?.has(key) !== true;
}
