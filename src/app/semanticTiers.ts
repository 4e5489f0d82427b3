import type { RunControl, VectorTier } from '../indexing/indexer';
import { toAssistantError } from '../model/errors';
import type { Embedder, PairedEmbedder, Schedule, VectorIndex, VectorStore } from '../model/ports';
import type { SemanticModel, VectorTiers } from './vectorTiers';
import { impatient, lostWords } from './vectorTiers';

/** Where models and their vectors come from. */
export interface SemanticDeps {
  readonly vectors: VectorStore;
  /** Slow and better than the quick one; loaded when first needed. */
  readonly loadSemanticModel: () => Promise<SemanticModel>;
  /**
   * Connects to the model that passages are embedded with in place of the one on this machine; nothing where none is
   * chosen. Asked at each run, as the choice may change.
   *
   * @param current - the one in use; it comes back if it is still the one that is chosen.
   * @throws AssistantError embedding.failed, config.invalid, cancelled.
   */
  readonly connect: (current: PairedEmbedder | undefined, signal: AbortSignal) => Promise<PairedEmbedder | undefined>;
  readonly schedule: Schedule;
}

/** Opens the semantic tiers of an index, and gives up those that fail: search goes on without them. */
export class SemanticTiers {
  readonly #deps: SemanticDeps;
  /** Tells what the reader of the report should know. */
  readonly #warn: (message: string) => void;
  /** Loaded once, whatever becomes of the index. */
  #model: Promise<SemanticModel> | undefined;

  constructor(deps: SemanticDeps, warn: (message: string) => void) {
    this.#deps = deps;
    this.#warn = warn;
  }

  /**
   * The tier that is to be filled: that of the endpoint that is chosen, or nothing where it cannot be reached; without one,
   * that of the model on this machine. This model is opened in any case, for it judges what any tier has found.
   *
   * @param signal - ends the connecting too; fires where there is no time left for it.
   */
  async open(tiers: VectorTiers, control: RunControl, signal = control.signal): Promise<VectorTier | undefined> {
    const local = await this.#openLocal(tiers);
    try {
      const embedder = await this.#deps.connect(tiers.remote?.embedder, signal);
      if (embedder === undefined) {
        tiers.remote = undefined;
        return local;
      }
      if (tiers.remote?.embedder !== embedder) {
        const vectors = await this.openVectors(embedder);
        const queries = impatient(embedder.queries, this.#deps.schedule, (error) => { this.lose(tiers, error); });
        tiers.remote = { embedder, vectors, queries, refused: new Map() };
      }
    } catch (error) {
      if (!control.signal.aborted) {
        this.lose(tiers, error);
      }
    }
    return tiers.remote;
  }

  /** Gives an endpoint up until the next run. */
  lose(tiers: VectorTiers, error: unknown): void {
    tiers.remote = undefined;
    this.#warn(lostWords(error));
  }

  async openVectors(embedder: Embedder): Promise<VectorIndex> {
    const { index, warnings } = await this.#deps.vectors.open(embedder);
    warnings.forEach(this.#warn);
    return index;
  }

  async dispose(): Promise<void> {
    // A model that could not be loaded has nothing to close.
    const model = await this.#model?.catch(() => undefined);
    await model?.embedder.dispose();
  }

  async #openLocal(tiers: VectorTiers): Promise<VectorTier | undefined> {
    try {
      if (tiers.local === undefined) {
        this.#model ??= this.#deps.loadSemanticModel();
        const model = await this.#model;
        tiers.local = { ...model, vectors: await this.openVectors(model.embedder) };
      }
    } catch (error) {
      // A damaged model or runtime is no reason to find nothing; the next run tries again.
      this.#model = undefined;
      this.#warn(`Semantic search is off: ${toAssistantError(error).message}`);
    }
    return tiers.local;
  }
}
