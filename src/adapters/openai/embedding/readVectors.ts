import { AssistantError } from '../../../model/errors';
import type { Endpoint } from '../endpoint';
import { fieldsOf } from '../fields';
import type { Item } from './batches';

/** What an answer is held against. */
export interface Expected {
  readonly endpoint: Endpoint;
  readonly batch: readonly Item[];
  /** Not known before the first answer. */
  readonly dimensions: number | undefined;
}

/** The vector of a text, or why it has none. */
export type Embedded = Float32Array | AssistantError;

/**
 * Reads the vectors of an answer, one per item, in the order of the items, scaled to length 1. One without a direction is
 * the fault of its text.
 * @throws AssistantError embedding.failed if there are fewer or more, or if they have another size.
 */
export function readVectors(answer: unknown, expected: Expected): Embedded[] {
  const { endpoint, batch, dimensions } = expected;
  const { data } = fieldsOf(answer);
  const rows = Array.isArray(data) ? inOrder(data.map(fieldsOf)) : undefined;
  if (rows?.length !== batch.length) {
    throw failed(endpoint, `returned ${rows?.length ?? 'no'} vectors for ${batch.length} texts`);
  }
  const size = dimensions ?? sizeOf(rows[0]?.embedding);
  return rows.map(({ embedding }, i) => readVector(embedding, size, { endpoint, item: batch[i] }));
}

/** By their index, unless that is no numbering; nothing if it is a wrong one. */
function inOrder(rows: readonly Readonly<Record<string, unknown>>[]): readonly Readonly<Record<string, unknown>>[] | undefined {
  const numbers = rows.map(({ index }) => index);
  if (new Set(numbers).size <= 1) {
    return rows;
  }
  const byIndex = new Map(rows.map((row) => [row.index, row]));
  const sorted = rows.map((_row, i) => byIndex.get(i));
  return sorted.every((row) => row !== undefined) ? sorted : undefined;
}

function sizeOf(embedding: unknown): number {
  return Array.isArray(embedding) ? embedding.length : 0;
}

function readVector(embedding: unknown, size: number, { endpoint, item }: { endpoint: Endpoint; item: Item | undefined }): Embedded {
  if (!Array.isArray(embedding)) {
    throw failed(endpoint, 'returned something else than numbers for a vector');
  }
  if (embedding.length !== size || size === 0) {
    throw failed(endpoint, `returned a vector of ${embedding.length} numbers where ${size} are expected: another model answers, or a part is missing`);
  }
  const vector = Float32Array.from(embedding, (value) => (typeof value === 'number' ? value : Number.NaN));
  const length = Math.hypot(...vector);
  if (!(length > 0 && Number.isFinite(length))) {
    return failed(endpoint, `returned a vector without a direction for ${nameItem(item)}`);
  }
  return vector.map((value) => value / length);
}

function failed({ model, host }: Endpoint, what: string): AssistantError {
  return new AssistantError('embedding.failed', `${model} at ${host} ${what}. Check that this is an embedding model, and its server.`);
}

const SHOWN = 60;

/** Names a text for the reader: its number and how it begins. */
export function nameItem(item: Item | undefined): string {
  const { at = 0, text = '' } = item ?? {};
  const line = text.replace(/\s+/g, ' ').trim();
  return `text ${at + 1} ("${line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line}")`;
}
