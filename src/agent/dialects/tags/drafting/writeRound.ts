import type { Usage } from '../../../../model/answer';
import type { ChatModel, ChatRequest } from '../../../../model/ports';
import type { Draft, DraftPart } from './draft';
import type { ResponseLimits, ResponseState } from './readPieces';
import { readPieces } from './readPieces';
import { MAX_QUERY } from '../asking/query';
import type { Tag } from '../scanning/tags';

/** More of the answer, to show. */
export interface TextEvent {
  readonly type: 'text';
  readonly text: string;
}

/**
 * How a round ended: by a mark that is acted on; `done`, where the model came to its end; `more`, where it ended with a mark
 * that only goes on; `cut`, where it was still writing.
 */
export type RoundEnd = Exclude<Tag, 'CONTINUE'> | 'done' | 'more' | 'cut';

/** What came of a round. */
export interface Wrote {
  readonly end: RoundEnd;
  readonly hasText: boolean;
  /** What stood behind a SEARCH. */
  readonly payload: string;
}

/** One round of writing. */
export interface RoundRequest {
  readonly model: ChatModel;
  readonly request: ChatRequest;
  readonly limits: ResponseLimits;
  /** The marks that end the round; all others are passed over. */
  readonly acting: ReadonlySet<Tag>;
  /** Takes what the response cost. */
  readonly addUsage: (usage: Usage) => void;
  /** The person's. */
  readonly cancelled: AbortSignal;
}

/**
 * Lets a model write on.
 * @throws AssistantError model.*, cancelled; what was shown before is in the draft.
 */
export async function* writeRound(draft: Draft, round: RoundRequest): AsyncGenerator<TextEvent, Wrote> {
  const state: ResponseState = { usage: {}, isCut: false };
  const pieces = readPieces(round.model, round.request, round.limits, state);
  const seen = new Seen(round.acting);
  try {
    for await (const piece of pieces) {
      yield* seen.take(draft.push(piece));
      if (seen.acted !== undefined) {
        const { tag, rest } = seen.acted;
        return { end: tag, hasText: seen.hasText, payload: tag === 'SEARCH' ? await readPayload(rest, pieces, round.cancelled) : '' };
      }
    }
    yield* seen.take(draft.end(state.isCut ? 'cut' : 'whole'));
    const end = seen.acted?.tag ?? (state.isCut ? 'cut' : seen.isLast ? 'more' : 'done');
    return { end, hasText: seen.hasText, payload: '' };
  } catch (error) {
    if (!round.cancelled.aborted) {
      yield* seen.take(draft.end('cut'));
    }
    throw error;
  } finally {
    round.addUsage(state.usage);
  }
}

/** What a round has shown so far. */
class Seen {
  readonly #acting: ReadonlySet<Tag>;
  hasText = false;
  /** True if a mark came last. */
  isLast = false;
  acted: { readonly tag: Exclude<Tag, 'CONTINUE'>; readonly rest: string } | undefined;

  constructor(acting: ReadonlySet<Tag>) {
    this.#acting = acting;
  }

  *take(parts: Generator<DraftPart>): Generator<TextEvent> {
    for (const part of parts) {
      if ('text' in part) {
        const isBlank = part.text.trim() === '';
        this.hasText ||= !isBlank;
        this.isLast &&= isBlank;
        yield { type: 'text', ...part };
      } else if (part.tag !== 'CONTINUE' && this.#acting.has(part.tag)) {
        this.acted = { tag: part.tag, rest: part.rest };
        return;
      } else {
        this.isLast = true;
      }
    }
  }
}

/** Reads the line behind a SEARCH, where a server lets the model write on: most models say there what they look for. */
async function readPayload(rest: string, pieces: AsyncGenerator<string>, cancelled: AbortSignal): Promise<string> {
  let payload = rest;
  try {
    while (payload.length <= MAX_QUERY && !payload.trimStart().includes('\n')) {
      const next = await pieces.next();
      if (next.done === true) {
        break;
      }
      payload += next.value;
    }
  } catch (error) {
    // The round is over with its mark: how the response goes on does not matter.
    if (cancelled.aborted) {
      throw error;
    }
  }
  return payload;
}
