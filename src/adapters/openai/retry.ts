import type { AssistantError } from '../../model/errors';

const MAX_RETRIES = 2;
const FIRST_DELAY_MS = 500;
/** A server that asks for a longer wait is not waited for: the person decides. */
const MAX_DELAY_MS = 20_000;

/**
 * How long to wait before the same call is made again, in ms; nothing if it should not be.
 * An unreachable server is not tried again by itself: whoever asks has waited long enough or must start it first.
 *
 * @param retries - made so far.
 * @param random - in [0, 1); spreads the callers of a busy server.
 */
export function retryDelay(error: AssistantError, retries: number, random: number): number | undefined {
  const mayPass = error.retryable && (error.code === 'model.rateLimited' || error.code === 'model.badResponse');
  const delay = error.retryAfterMs ?? FIRST_DELAY_MS * 2 ** retries * (1 + random / 4);
  return mayPass && retries < MAX_RETRIES && delay <= MAX_DELAY_MS ? delay : undefined;
}
