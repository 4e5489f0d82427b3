import { join } from 'node:path';
import type { Hit } from '../../model/passage';
import type { VectorIndex } from '../../model/ports';
import { checkVector, quantize } from './quantize';
import { Segment } from './segment';
import type { Row, SegmentFormat } from './segment';

/** Vectors of one segment: at 384 dimensions its file has 0.8 MB, which is what changing one vector writes. */
const MAX_SEGMENT_SIZE = 2_000;

/** A segment that lost this many vectors, or all, is filled again; less room is not worth rewriting it. */
const ROOM_WORTH_FILLING = MAX_SEGMENT_SIZE / 4;

/** Folder of a segment, by its number. */
export const SEGMENT_FOLDER = /^seg-(\d{4,})$/;

/** What a {@link SegmentedIndex} starts from. */
export interface Opened {
  readonly dir: string;
  readonly dimensions: number;
  readonly format: SegmentFormat;
  readonly segments: readonly Segment[];
  /** The keys of all of them. */
  readonly keys: Set<string>;
  /** Number of the next segment. */
  readonly next: number;
}

/** A vector index made of Vectra segments. Changes happen one after the other; searches never wait for them. */
export class SegmentedIndex implements VectorIndex {
  readonly #dir: string;
  readonly #dimensions: number;
  readonly #format: SegmentFormat;
  readonly #keys: Set<string>;
  #segments: readonly Segment[];
  #next: number;
  /** The segment that is being filled. */
  #current: Segment | undefined;
  #changes: Promise<unknown> = Promise.resolve();

  constructor(opened: Opened) {
    this.#dir = opened.dir;
    this.#dimensions = opened.dimensions;
    this.#format = opened.format;
    this.#segments = opened.segments;
    this.#keys = opened.keys;
    this.#next = opened.next;
  }

  get size(): number {
    return this.#keys.size;
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  add(items: readonly { readonly key: string; readonly vector: Float32Array }[]): Promise<void> {
    return this.#enqueue(async () => {
      const fresh = new Map<string, Row>();
      for (const { key, vector } of items) {
        if (!this.#keys.has(key)) {
          fresh.set(key, { key, bytes: quantize(vector, this.#dimensions) });
        }
      }
      const rows = [...fresh.values()];
      for (let done = 0; done < rows.length; ) {
        const segment = await this.#segmentWithRoom();
        const batch = rows.slice(done, done + MAX_SEGMENT_SIZE - segment.size);
        await segment.insert(batch);
        for (const { key } of batch) {
          this.#keys.add(key);
        }
        done += batch.length;
      }
    });
  }

  retain(keys: ReadonlySet<string>): Promise<void> {
    return this.#enqueue(async () => {
      for (const segment of this.#segments) {
        for (const key of await segment.retain((kept) => keys.has(kept))) {
          this.#keys.delete(key);
        }
      }
      this.#current = undefined;
    });
  }

  async search(vector: Float32Array, k: number, accepts?: (key: string) => boolean): Promise<Hit[]> {
    checkVector(vector, this.#dimensions);
    if (k <= 0) {
      return [];
    }
    const query = Array.from(vector);
    const hits = await Promise.all(this.#segments.map((segment) => segment.search(query, k, accepts)));
    return hits
      .flat()
      .sort((a, b) => b.score - a.score)
      .slice(0, k);
  }

  save(): Promise<void> {
    return this.#enqueue(() => this.#format.storage.flush());
  }

  async #segmentWithRoom(): Promise<Segment> {
    if (this.#current === undefined || this.#current.size >= MAX_SEGMENT_SIZE) {
      this.#current = this.#segments.find((segment) => MAX_SEGMENT_SIZE - segment.size >= ROOM_WORTH_FILLING);
    }
    if (this.#current === undefined) {
      const folder = join(this.#dir, `seg-${String(this.#next).padStart(4, '0')}`);
      this.#next += 1;
      this.#current = (await Segment.open(folder, this.#format)).segment;
      this.#segments = [...this.#segments, this.#current];
    }
    return this.#current;
  }

  /** Runs a change after those before it, whether they succeeded or not. */
  #enqueue(change: () => Promise<void>): Promise<void> {
    const run = this.#changes.then(change);
    this.#changes = run.catch(() => undefined); // told to whoever asked for the change
    return run;
  }
}
