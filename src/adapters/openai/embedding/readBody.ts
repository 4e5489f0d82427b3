import { AssistantError } from '../../../model/errors';
import type { Endpoint } from '../endpoint';

/** Bytes of an answer: a thousand texts of the longest vectors there are, written out, take fewer. */
const MAX_BYTES = 128_000_000;

/**
 * The JSON of a body, whatever its content type says.
 * @throws AssistantError embedding.failed if it is none, or has no end.
 */
export async function readBody(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, { shown }: Endpoint): Promise<unknown> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let read = 0;
  for await (const bytes of body) {
    read += bytes.length;
    if (read > MAX_BYTES) {
      throw new AssistantError('embedding.failed', `${shown} sent far more than vectors can be. Check the base URL of the embedding model.`);
    }
    parts.push(decoder.decode(bytes, { stream: true }));
  }
  try {
    return JSON.parse(parts.join('') + decoder.decode());
  } catch (cause) {
    throw new AssistantError('embedding.failed', `${shown} sent something that is not JSON in place of vectors. Check that it is the base URL of an OpenAI-compatible API (it usually ends in /v1).`, { cause });
  }
}
