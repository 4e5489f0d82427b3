import { startTimeLimit } from '../agent/timeLimit';
import { RULES } from '../chunking/rules';
import { Catalog } from '../indexing/catalog';
import type { FillControl, RunControl, VectorTier } from '../indexing/indexer';
import { applyPlan, fillTier } from '../indexing/indexer';
import { planIndex } from '../indexing/plan';
import type { ReadingDeps } from '../indexing/readDocument';
import type { SourceDocument } from '../model/document';
import { AssistantError, toAssistantError } from '../model/errors';
import type { FailedFile, IndexProgress, IndexReport } from '../model/indexReport';
import type { Passage, RankingName } from '../model/passage';
import type { Clock, Embedder, LexicalIndex, ManifestStore, PostingsStore, VectorIndex } from '../model/ports';
import { findPaths } from '../retrieval/findPaths';
import { relevanceTo } from '../retrieval/relevanceTo';
import type { SearchableIndex, SearchRequest, SearchResult } from '../retrieval/retrieve';
import { retrieve } from '../retrieval/retrieve';
import { Priority } from '../util/priority';
import type { DocumentIndex, JudgedText, SyncLimits } from './documentIndex';
import { telling } from './headings';
import { passagesIn, readChunk, readSource } from './reading';
import type { SemanticDeps } from './semanticTiers';
import { SemanticTiers } from './semanticTiers';
import type { VectorTiers } from './vectorTiers';
import { refusedWords, servingTier } from './vectorTiers';
import { whereabouts } from './whereabouts';

/** What the service is made of. */
export interface IndexServiceDeps extends ReadingDeps, SemanticDeps {
  /** Folder of the index, for the report. */
  readonly dir: string;
  readonly manifests: ManifestStore;
  readonly postings: PostingsStore;
  /** Quick: every passage gets a vector of it while files are read. */
  readonly staticEmbedder: Embedder;
  /** The right to write the index folder; nothing if another process has it. */
  readonly acquireLock: () => Promise<{ dispose(): Promise<void> } | undefined>;
  /** Deletes the index folder's content. */
  readonly deleteAll: () => Promise<void>;
  readonly now: Clock;
}

/** Vectors of content that no file has any more are kept, for branches come back, up to this many per live one. */
const DEAD_PER_LIVE = 1;

interface OpenIndex extends VectorTiers {
  catalog: Catalog;
  lexical: LexicalIndex;
}

/** The index of one workspace: opens what was saved, brings it up to date, serves searches. */
export class IndexService implements DocumentIndex {
  readonly #deps: IndexServiceDeps;
  readonly #semantic: SemanticTiers;
  #opening: Promise<OpenIndex> | undefined;
  #lock: { dispose(): Promise<void> } | undefined;
  #running: Promise<unknown> = Promise.resolve();
  #warnings: string[] = [];
  #unlisted: readonly FailedFile[] = [];
  #last = { seconds: 0, embedded: 0 };
  /** Whoever waits for an answer goes before the embedding of passages. */
  readonly #priority = new Priority();

  constructor(deps: IndexServiceDeps) {
    this.#deps = deps;
    this.#semantic = new SemanticTiers(deps, (message) => {
      if (!this.#warnings.includes(message)) {
        this.#warnings.push(message);
      }
    });
  }

  sync(onProgress: (progress: IndexProgress) => void, signal: AbortSignal, limits: SyncLimits = {}): Promise<IndexReport> {
    const run = this.#running.then(() => this.#sync({ onProgress, signal }, limits));
    // The queue goes on whatever became of this run; its caller gets the error.
    this.#running = run.catch(() => undefined);
    return run;
  }

  search(request: SearchRequest, signal: AbortSignal): Promise<SearchResult> {
    return this.#priority.first(async () => {
      const index = await this.#open();
      const { remote } = index;
      try {
        return await retrieve(request, this.#searchable(index), signal);
      } catch (error) {
        if (index.remote === remote) {
          throw error;
        }
        // The endpoint was lost on the way. What is on this machine is not.
        return retrieve(request, this.#searchable(index), signal);
      }
    });
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
    const tiers: RankingName[] = ['keyword', servingTier(index.catalog, index).name];
    const models = [index.quick, index.remote, index.local].flatMap((tier) => (tier === undefined ? [] : [tier.embedder.id]));
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
    await this.#semantic.dispose();
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
      await this.#semantic.open(index, control);
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
    const quick: VectorTier = { embedder: staticEmbedder, vectors: await this.#semantic.openVectors(staticEmbedder) };
    try {
      const manifest = await manifests.load();
      const lexical = manifest?.rules === RULES ? await postings.load(manifest.postings) : undefined;
      if (manifest !== undefined && lexical !== undefined) {
        return { catalog: new Catalog(manifest.files), lexical, quick, local: undefined, remote: undefined };
      }
    } catch (error) {
      // A damaged index is not the reader's problem: it is built anew, and the report says so.
      this.#warnings.push(`${toAssistantError(error).message} The index is being rebuilt.`);
    }
    return { catalog: new Catalog(), lexical: postings.create(), quick, local: undefined, remote: undefined };
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

  async #embed(index: OpenIndex, control: RunControl, { embedForMs = Infinity }: SyncLimits): Promise<number> {
    const limit = embedForMs === Infinity ? undefined : startTimeLimit(embedForMs, this.#deps.schedule, control.signal);
    try {
      const background = this.#background({ ...control, signal: limit?.signal ?? control.signal }, embedForMs);
      const tier = await this.#semantic.open(index, control, background.signal);
      return tier === undefined ? 0 : await this.#fill(index, tier, background);
    } finally {
      limit?.end();
    }
  }

  /** Adds what a tier lacks. An endpoint that fails keeps nobody from searching, and what it gave is kept. */
  async #fill(index: OpenIndex, tier: VectorTier, control: FillControl): Promise<number> {
    const { catalog } = index;
    const before = tier.vectors.size;
    try {
      await fillTier(catalog, { tier, reading: this.#deps, control });
    } catch (error) {
      if (tier === index.local || toAssistantError(error).code !== 'embedding.failed') {
        throw error;
      }
      this.#semantic.lose(index, error);
    }
    const embedded = tier.vectors.size - before;
    this.#warnings.push(...refusedWords(catalog, tier));
    await saveVectors(tier.vectors, catalog);
    return embedded;
  }

  #background(control: RunControl, embedForMs = Infinity): FillControl {
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

  #searchable(index: OpenIndex): SearchableIndex {
    const documents = new Map<string, Promise<SourceDocument | undefined>>();
    const document = (path: string) => {
      const known = documents.get(path) ?? readSource(path, this.#deps.files);
      documents.set(path, known);
      return known;
    };
    return {
      lexical: index.lexical,
      tier: servingTier(index.catalog, index),
      reranker: index.local?.reranker,
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
