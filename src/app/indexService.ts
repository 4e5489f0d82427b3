import { RULES } from '../chunking/rules';
import { Catalog } from '../indexing/catalog';
import type { FillControl, RunControl, VectorTier } from '../indexing/indexer';
import { applyPlan, countMissing, fillTier } from '../indexing/indexer';
import { planIndex } from '../indexing/plan';
import type { ReadingDeps } from '../indexing/readDocument';
import type { SourceDocument } from '../model/document';
import { AssistantError, toAssistantError } from '../model/errors';
import type { FailedFile, IndexProgress, IndexReport } from '../model/indexReport';
import type { Passage, RankingName } from '../model/passage';
import type { Clock, Embedder, LexicalIndex, ManifestStore, PostingsStore, Reranker, VectorIndex, VectorStore } from '../model/ports';
import { findPaths } from '../retrieval/findPaths';
import { relevanceTo } from '../retrieval/relevanceTo';
import type { SearchableIndex, SearchRequest, SearchResult, SearchTier } from '../retrieval/retrieve';
import { retrieve } from '../retrieval/retrieve';
import { Priority } from '../util/priority';
import type { DocumentIndex, JudgedText, SyncLimits } from './documentIndex';
import { telling } from './headings';
import { passagesIn, readChunk, readSource } from './reading';
import { whereabouts } from './whereabouts';

/** A model that embeds passages, and may judge them beside a query. */
export interface SemanticModel {
  readonly embedder: Embedder;
  readonly reranker: Reranker | undefined;
}

/** What the service is made of. */
export interface IndexServiceDeps extends ReadingDeps {
  /** Folder of the index, for the report. */
  readonly dir: string;
  readonly manifests: ManifestStore;
  readonly postings: PostingsStore;
  readonly vectors: VectorStore;
  /** Quick: every passage gets a vector of it while files are read. */
  readonly staticEmbedder: Embedder;
  /** Slow and better; loaded when first needed. */
  readonly loadSemanticModel: () => Promise<SemanticModel>;
  /** The right to write the index folder; nothing if another process has it. */
  readonly acquireLock: () => Promise<{ dispose(): Promise<void> } | undefined>;
  /** Deletes the index folder's content. */
  readonly deleteAll: () => Promise<void>;
  readonly now: Clock;
}

/** The semantic tier serves queries once at most this share of the passages lacks a vector of it. */
const MISSING_TOLERATED = 0.02;

/** Vectors of content that no file has any more are kept, for branches come back, up to this many per live one. */
const DEAD_PER_LIVE = 1;

interface OpenIndex {
  catalog: Catalog;
  lexical: LexicalIndex;
  readonly quick: VectorTier;
  semantic: (VectorTier & SemanticModel) | undefined;
}

/** The index of one workspace: opens what was saved, brings it up to date, serves searches. */
export class IndexService implements DocumentIndex {
  readonly #deps: IndexServiceDeps;
  #opening: Promise<OpenIndex> | undefined;
  /** Loaded once, whatever becomes of the index. */
  #model: Promise<SemanticModel> | undefined;
  #lock: { dispose(): Promise<void> } | undefined;
  #running: Promise<unknown> = Promise.resolve();
  #warnings: string[] = [];
  #unlisted: readonly FailedFile[] = [];
  #last = { seconds: 0, embedded: 0 };
  /** Whoever waits for an answer goes before the embedding of passages. */
  readonly #priority = new Priority();

  constructor(deps: IndexServiceDeps) {
    this.#deps = deps;
  }

  sync(onProgress: (progress: IndexProgress) => void, signal: AbortSignal, limits: SyncLimits = {}): Promise<IndexReport> {
    const run = this.#running.then(() => this.#sync({ onProgress, signal }, limits));
    // The queue goes on whatever became of this run; its caller gets the error.
    this.#running = run.catch(() => undefined);
    return run;
  }

  search(request: SearchRequest, signal: AbortSignal): Promise<SearchResult> {
    return this.#priority.first(async () => retrieve(request, this.#searchable(await this.#open()), signal));
  }

  readText(path: string): Promise<string | undefined> {
    return this.#priority.first(async () => (await readSource(path, this.#deps.files))?.text);
  }

  passagesOf(path: string): Promise<readonly Passage[]> {
    return this.#priority.first(async () => {
      const { catalog } = await this.#open();
      const document = catalog.file(path)?.state.kind === 'indexed' ? await readSource(path, this.#deps.files) : undefined;
      return document === undefined ? [] : passagesIn(document, this.#deps.hashText);
    });
  }

  async findPaths(name: string, limit: number): Promise<readonly string[]> {
    const { catalog } = await this.#open();
    return findPaths(name, catalog.indexedPaths(), limit);
  }

  relevanceTo(query: string, texts: readonly JudgedText[], signal: AbortSignal): Promise<readonly number[] | undefined> {
    return this.#priority.first(async () => relevanceTo(query, texts, { index: this.#searchable(await this.#open()), signal }));
  }

  async whereIs(passage: Passage): Promise<readonly string[]> {
    return whereabouts(passage, await this.#open());
  }

  async report(): Promise<IndexReport> {
    const index = await this.#open();
    const tiers: RankingName[] = ['keyword', this.#servingTier(index).name];
    const models = [index.quick, index.semantic].flatMap((tier) => (tier === undefined ? [] : [tier.embedder.id]));
    const totals = index.catalog.totals();
    return {
      ...totals,
      failed: [...this.#unlisted, ...totals.failed],
      ...this.#last,
      model: models.join(' + '),
      dir: this.#deps.dir,
      tiers,
      warnings: this.#warnings,
    };
  }

  async headings(limit: number): Promise<readonly string[]> {
    return telling((await this.#open()).catalog.files(), limit);
  }

  async clear(): Promise<void> {
    const run = this.#running.then(async () => {
      // Whoever asks meanwhile waits for the empty index, so that nobody opens what is half deleted.
      this.#opening = this.#deps.deleteAll().then(() => this.#load());
      await this.#opening;
    });
    this.#running = run.catch(() => undefined);
    await run;
  }

  async dispose(): Promise<void> {
    await this.#running;
    // A model that could not be loaded has nothing to close.
    const model = await this.#model?.catch(() => undefined);
    await model?.embedder.dispose();
    await this.#deps.staticEmbedder.dispose();
    await this.#lock?.dispose();
  }

  async #sync(control: RunControl, limits: SyncLimits): Promise<IndexReport> {
    const started = this.#deps.now();
    this.#warnings = [];
    const isWriter = await this.#becomeWriter();
    const index = await this.#open();
    let embedded = 0;
    if (isWriter) {
      embedded = await this.#update(index, control, limits);
    } else if (index.catalog.files().length === 0) {
      // "Nothing found" would be wrong: it is not there yet.
      throw new AssistantError('index.locked', 'Another process is making this index just now. Try again when it is done.', { retryable: true });
    } else {
      this.#warnings.push('Another process is writing this index; it is used as that process last saved it.');
      await this.#loadSemantic(index);
    }
    this.#last = { seconds: (this.#deps.now() - started) / 1000, embedded };
    return this.report();
  }

  async #update(index: OpenIndex, control: RunControl, limits: SyncLimits): Promise<number> {
    try {
      await this.#readFiles(index, control);
      return await this.#embed(index, control, limits);
    } catch (error) {
      // A run that was ended on purpose did not fail: what it did is kept.
      if (control.signal.aborted) {
        return 0;
      }
      throw error;
    }
  }

  /** Whoever takes the lock over from another process starts from what that process saved last. */
  async #becomeWriter(): Promise<boolean> {
    if (this.#lock !== undefined) {
      return true;
    }
    this.#lock = await this.#deps.acquireLock();
    this.#opening = undefined;
    return this.#lock !== undefined;
  }

  #open(): Promise<OpenIndex> {
    this.#opening ??= this.#load();
    return this.#opening;
  }

  async #load(): Promise<OpenIndex> {
    const { staticEmbedder, postings, manifests } = this.#deps;
    const quick: VectorTier = { embedder: staticEmbedder, vectors: await this.#openVectors(staticEmbedder) };
    try {
      const manifest = await manifests.load();
      const lexical = manifest?.rules === RULES ? await postings.load(manifest.postings) : undefined;
      if (manifest !== undefined && lexical !== undefined) {
        return { catalog: new Catalog(manifest.files), lexical, quick, semantic: undefined };
      }
    } catch (error) {
      // A damaged index is not the reader's problem: it is built anew, and the report says so.
      this.#warnings.push(`${toAssistantError(error).message} The index is being rebuilt.`);
    }
    return { catalog: new Catalog(), lexical: postings.create(), quick, semantic: undefined };
  }

  async #openVectors(embedder: Embedder): Promise<VectorIndex> {
    const { index, warnings } = await this.#deps.vectors.open(embedder);
    this.#warnings.push(...warnings);
    return index;
  }

  async #readFiles(index: OpenIndex, control: RunControl): Promise<void> {
    control.onProgress({ phase: 'listing', done: 0, total: 0 });
    const listing = await this.#deps.files.list(control.signal);
    this.#unlisted = listing.failed;
    const plan = planIndex(index.catalog.files(), listing.files);
    const run = { tier: index.quick, reading: this.#deps, control };
    try {
      await applyPlan(plan, index, run);
      await fillTier(index.catalog, { ...run, control: this.#background(control) });
    } finally {
      if (plan.read.length + plan.remove.length > 0) {
        control.onProgress({ phase: 'saving', done: 0, total: 0 });
        await this.#save(index);
      }
    }
  }

  async #embed(index: OpenIndex, control: RunControl, limits: SyncLimits): Promise<number> {
    const tier = await this.#loadSemantic(index);
    if (tier === undefined) {
      return 0;
    }
    const embedded = await fillTier(index.catalog, { tier, reading: this.#deps, control: this.#background(control, limits) });
    await saveVectors(tier.vectors, index.catalog);
    return embedded;
  }

  /** @returns nothing where the model cannot be loaded: search works without it, and the report says why. */
  async #loadSemantic(index: OpenIndex): Promise<VectorTier | undefined> {
    try {
      if (index.semantic === undefined) {
        this.#model ??= this.#deps.loadSemanticModel();
        const model = await this.#model;
        index.semantic = { ...model, vectors: await this.#openVectors(model.embedder) };
      }
    } catch (error) {
      // A damaged model or runtime is no reason to find nothing; the next run tries again.
      this.#model = undefined;
      this.#warnings.push(`Semantic search is off: ${toAssistantError(error).message}`);
    }
    return index.semantic;
  }

  #background(control: RunControl, { embedForMs = Infinity }: SyncLimits = {}): FillControl {
    const { now } = this.#deps;
    const started = now();
    return { ...control, whenIdle: () => this.#priority.whenIdle(), isEnough: () => now() - started > embedForMs };
  }

  /** Vectors, then postings, then the manifest: it is the last word, and names the postings that belong to it. */
  async #save(index: OpenIndex): Promise<void> {
    await saveVectors(index.quick.vectors, index.catalog);
    const files = index.catalog.files();
    const stamp = this.#deps.hashText(JSON.stringify([RULES, files.map(({ path, hash }) => [path, hash])]));
    await this.#deps.postings.save(index.lexical, stamp);
    await this.#deps.manifests.save({ rules: RULES, postings: stamp, files });
  }

  #servingTier(index: OpenIndex): SearchTier {
    const { catalog, quick, semantic } = index;
    const passages = catalog.keyCount;
    if (semantic !== undefined && countMissing(catalog, semantic.vectors) <= passages * MISSING_TOLERATED) {
      return { name: 'semantic', ...semantic };
    }
    return { name: 'static', ...quick };
  }

  #searchable(index: OpenIndex): SearchableIndex {
    const documents = new Map<string, Promise<SourceDocument | undefined>>();
    const document = (path: string) => {
      const known = documents.get(path) ?? readSource(path, this.#deps.files);
      documents.set(path, known);
      return known;
    };
    return {
      lexical: index.lexical,
      tier: this.#servingTier(index),
      reranker: index.semantic?.reranker,
      refs: (key) => index.catalog.refs(key),
      chunk: (ref) => index.catalog.chunk(ref),
      within: (scope) => index.catalog.within(scope),
      readChunk: async (ref, record) => {
        const read = await document(ref.path);
        return read === undefined ? undefined : readChunk(read, record, this.#deps.hashText);
      },
    };
  }
}

/** Content comes back (branches, undo), so dead vectors stay until they outnumber the live ones. */
async function saveVectors(vectors: VectorIndex, catalog: Catalog): Promise<void> {
  const live = catalog.keys();
  if (vectors.size > live.size * (1 + DEAD_PER_LIVE) + 1000) {
    await vectors.retain(live);
  }
  await vectors.save();
}
