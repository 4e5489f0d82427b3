import { setImmediate } from 'node:timers/promises';
import { AssistantError } from '../../model/errors';

/** How long texts are embedded without letting the thread do anything else, such as hearing of a cancel. Milliseconds. */
const BREATH_MS = 10;

/**
 * Runs a model on one text after the other, and stops between two of them when the signal fires.
 * @throws AssistantError embedding.failed, cancelled.
 */
export async function embedInTurn<Text, Result>(
  texts: readonly Text[],
  signal: AbortSignal,
  embedOne: (text: Text) => Result | Promise<Result>,
): Promise<Result[]> {
  const vectors: Result[] = [];
  let breath = performance.now();
  for (const text of texts) {
    if (performance.now() - breath > BREATH_MS) {
      await setImmediate();
      breath = performance.now();
    }
    if (signal.aborted) {
      throw new AssistantError('cancelled', `Embedding was cancelled after ${vectors.length} of ${texts.length} texts.`);
    }
    vectors.push(await embedOne(text));
  }
  return vectors;
}
