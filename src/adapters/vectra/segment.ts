import { ItemSelector, LocalIndex } from 'vectra';
import type { IndexCodec, IndexItem } from 'vectra';
import type { Hit } from '../../model/passage';
import { asVector } from './segmentCodec';
import type { StagedStorage } from './stagedStorage';

/** A vector of the index: its content key and its quantised components. */
export interface Row {
  readonly key: string;
  readonly bytes: Int8Array;
}

/** What the segments of one index share. */
export interface SegmentFormat {
  readonly storage: StagedStorage;
  readonly codec: IndexCodec;
}

/**
 * One Vectra index in a folder of its own, small enough to be rewritten when a few of its vectors change: Vectra
 * keeps an index in one file.
 */
export class Segment {
  readonly #index: LocalIndex;
  #size = 0;

  private constructor(index: LocalIndex) {
    this.#index = index;
  }

  /**
   * The segment of a folder and the keys in it; a new one where there is none, or where a kill left the folder empty.
   *
   * @throws if its file is damaged.
   */
  static async open(folder: string, { storage, codec }: SegmentFormat): Promise<{ segment: Segment; keys: string[] }> {
    const index = new LocalIndex(folder, undefined, storage, codec);
    if (!(await index.isIndexCreated())) {
      await index.createIndex();
    }
    const segment = new Segment(index);
    const keys = await segment.#keys();
    segment.#size = keys.length;
    return { segment, keys };
  }

  get size(): number {
    return this.#size;
  }

  /** Inserts rows whose keys the segment does not hold: all of them or, on failure, none. */
  async insert(rows: readonly Row[]): Promise<void> {
    const items = rows.map(({ key, bytes }): Partial<IndexItem> => ({ id: key, vector: asVector(bytes) }));
    await this.#index.batchInsertItems(items);
    this.#size += rows.length;
  }

  /**
   * Removes the rows whose key does not pass.
   *
   * @returns their keys.
   */
  async retain(passes: (key: string) => boolean): Promise<string[]> {
    const gone = (await this.#keys()).filter((key) => !passes(key));
    try {
      await this.#index.deleteItems(gone);
    } catch (error) {
      // An update left open would swallow every later one.
      this.#index.cancelUpdate();
      throw error;
    }
    this.#size -= gone.length;
    return gone;
  }

  /** The `k` rows most similar to a query whose keys are accepted, as cosines, best first. */
  async search(query: number[], k: number, accepts?: (key: string) => boolean): Promise<Hit[]> {
    const results = accepts === undefined ? await this.#index.queryItems(query, '', k) : await this.#compare(query, accepts);
    return results.slice(0, k).map(({ item, score }) => ({ id: item.id, score: Math.max(-1, Math.min(1, score)) }));
  }

  /** The rows that are accepted, most similar first. Vectra itself can leave rows out by metadata only, which ours have none of. */
  async #compare(query: number[], accepts: (key: string) => boolean): Promise<{ item: IndexItem; score: number }[]> {
    const norm = ItemSelector.normalize(query);
    return (await this.#index.listItems())
      .filter(({ id }) => accepts(id))
      .map((item) => ({ item, score: ItemSelector.normalizedCosineSimilarity(query, norm, item.vector, item.norm) }))
      .sort((a, b) => b.score - a.score);
  }

  async #keys(): Promise<string[]> {
    return (await this.#index.listItems()).map((item) => item.id);
  }
}
