import { LocalIndex } from 'vectra';
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
  readonly folder: string;
  readonly #storage: StagedStorage;
  readonly #index: LocalIndex;
  #size = 0;

  private constructor(folder: string, { storage, codec }: SegmentFormat) {
    this.folder = folder;
    this.#storage = storage;
    this.#index = new LocalIndex(folder, undefined, storage, codec);
  }

  static async create(folder: string, format: SegmentFormat): Promise<Segment> {
    const segment = new Segment(folder, format);
    await segment.#index.createIndex();
    return segment;
  }

  /**
   * Loads the segment of a folder, and its keys.
   *
   * @throws if its file is missing or damaged.
   */
  static async load(folder: string, format: SegmentFormat): Promise<{ segment: Segment; keys: string[] }> {
    const segment = new Segment(folder, format);
    const keys = (await segment.#index.listItems()).map((item) => item.id);
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

  async remove(keys: readonly string[]): Promise<void> {
    try {
      await this.#index.deleteItems(keys);
    } catch (error) {
      // An update left open would swallow every later one.
      this.#index.cancelUpdate();
      throw error;
    }
    this.#size = (await this.#index.getIndexStats()).items;
  }

  /** The `k` rows most similar to a query, as cosines, best first. */
  async search(query: number[], k: number): Promise<Hit[]> {
    const results = await this.#index.queryItems(query, '', k);
    return results.map(({ item, score }) => ({ id: item.id, score }));
  }

  /** Removes the segment from memory and disk. */
  async drop(): Promise<void> {
    this.#size = 0;
    await this.#storage.deleteFolder(this.folder);
  }
}
