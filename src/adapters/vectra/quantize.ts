import { AssistantError } from '../../model/errors';

/** Largest magnitude of a component: one byte, symmetric. */
const MAX_BYTE = 127;

/** Below this a vector is noise around zero and has no direction worth keeping. */
const MIN_MAGNITUDE = 1e-12;

/**
 * A vector as one byte a component, scaled so that its largest component is ±127. Cosines do not depend on scale,
 * so none is kept. Costs about 0.01 of cosine and a quarter of the room of float32.
 *
 * @throws AssistantError embedding.failed, see {@link checkVector}; index.dimensionMismatch.
 */
export function quantize(vector: Float32Array, dimensions: number): Int8Array {
  const scale = MAX_BYTE / checkVector(vector, dimensions);
  return Int8Array.from(vector, (component) => Math.round(component * scale));
}

/**
 * Checks that a vector has a direction: one without it scores NaN, which would push every other hit out of a ranking.
 *
 * @returns its largest magnitude.
 * @throws AssistantError embedding.failed if it is zero or not finite; index.dimensionMismatch.
 */
export function checkVector(vector: Float32Array, dimensions: number): number {
  if (vector.length !== dimensions) {
    throw new AssistantError(
      'index.dimensionMismatch',
      `The index holds vectors of ${dimensions} dimensions and was given one of ${vector.length}. Build the index again with the embedding model that is now set.`,
    );
  }
  let largest = 0;
  for (const component of vector) {
    if (!Number.isFinite(component)) {
      throw unusable('holds a number that is not finite');
    }
    largest = Math.max(largest, Math.abs(component));
  }
  if (largest < MIN_MAGNITUDE) {
    throw unusable('is zero');
  }
  return largest;
}

function unusable(what: string): AssistantError {
  return new AssistantError(
    'embedding.failed',
    `The embedding model gave a vector that ${what}. Try again, or choose another embedding model.`,
  );
}
