/** Bytes of a failure's body that are worth reading: what it says stands at its beginning. */
const MAX_FAILURE_BYTES = 256 * 1024;

/** A response whose body, if it tells of a failure, ends after a while: the library reads it whole, however long it goes on. */
export function withBoundedFailure(response: Response): Response {
  if (response.ok || response.body === null) {
    return response;
  }
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(firstBytes(MAX_FAILURE_BYTES)), { status, statusText, headers });
}

function firstBytes(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let left = limit;
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) {
        controller.terminate();
      }
    },
  });
}
