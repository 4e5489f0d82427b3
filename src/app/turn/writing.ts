import { isDoneWithout } from '../../agent/recovery/decide';
import { classify } from '../../agent/recovery/classify';
import { AnswerStream } from '../../answer/answerStream';
import type { ExtractiveAnswer } from '../../answer/extractive';
import { answerFromExtracts, summarizeByExtracts } from '../../answer/extractive';
import { buildAnswerRequest } from '../../answer/prompt';
import type { PartOfPassage } from '../../answer/supporting';
import type { ReadText } from '../../evidence/merge';
import type { Usage } from '../../model/answer';
import { AssistantError, refuseIfCancelled } from '../../model/errors';
import type { Evidence, Grade } from '../../model/evidence';
import type { Classified } from '../../model/failure';
import type { ChatModel, FinishReason } from '../../model/ports';
import type { TurnEvent } from '../../model/turn';
import { defined } from '../../util/defined';
import type { Turn } from './turn';

/** What an answer is made from. */
export interface Ground {
  /** As one that needs no conversation to be understood. */
  readonly question: string;
  /** The things that it compares. */
  readonly focuses: readonly string[];
  /** Best first; in the order of the document, where one is summed up. At least one. */
  readonly evidence: readonly Evidence[];
  readonly grade: Grade;
  readonly readText: ReadText;
  /** Results that no passage says. */
  readonly computed: readonly string[];
  /** What was said before, fenced. */
  readonly conversation: string;
  /** True if the evidence is one document, to be summed up. */
  readonly isDigest: boolean;
}

/** What was written. */
export interface Written {
  readonly answer: string;
  readonly invalidRefs: number;
  readonly usage: Usage;
  /** What an extract quotes. */
  readonly quoted?: readonly PartOfPassage[];
  /** Who wrote it; absent for an extract. */
  readonly model?: ChatModel;
  /** Why the model ended, where it was not done. */
  readonly cutBy?: Exclude<FinishReason, 'stop' | 'toolCalls'>;
}

/**
 * Lets the model write, or extracts. A model that fails before its first word is done without where the table of recovery says
 * so; the reader is told.
 *
 * @returns an empty answer where no sentence of the evidence has to do with the question.
 * @throws AssistantError model.*, cancelled.
 */
export async function* writeAnswer(ground: Ground, turn: Turn): AsyncGenerator<TurnEvent, Written> {
  if (turn.model === undefined) {
    return yield* extract(ground, undefined);
  }
  const draft: Draft = { answer: '', invalidRefs: 0, usage: {} };
  const failed = yield* compose(ground, turn, turn.model, draft);
  if (failed === undefined) {
    return { ...draft, model: turn.model };
  }
  if (draft.answer !== '' || !isDoneWithout(failed.failure, turn.options.recovery)) {
    throw failed.error;
  }
  turn.trail.turnedTo('extract', failed);
  yield* turn.trail.tell();
  return { ...(yield* extract(ground, failed.error.message)), usage: draft.usage };
}

/** Lets the model write. @returns why it came to nothing, or to no end. @throws AssistantError cancelled */
async function* compose(ground: Ground, turn: Turn, model: ChatModel, draft: Draft): AsyncGenerator<TurnEvent, Classified | undefined> {
  try {
    yield* stream(ground, { turn, model, draft });
  } catch (raw) {
    refuseIfCancelled(turn.signal);
    const failed = classify(raw);
    // Asked again it said nothing either: the evidence is there, and something can be said of it.
    return failed.error.code === 'model.emptyAnswer' ? { ...failed, failure: 'EMPTY_RESULT' } : failed;
  }
  return draft.answer === '' ? { failure: 'EMPTY_RESULT', error: new AssistantError('model.emptyAnswer', `${model.name} wrote nothing. Ask again.`) } : undefined;
}

interface Draft {
  answer: string;
  invalidRefs: number;
  usage: Usage;
  cutBy?: Exclude<FinishReason, 'stop' | 'toolCalls'>;
}

/** What the documents themselves say. */
export function extractFrom(ground: Ground): ExtractiveAnswer {
  return ground.isDigest ? summarizeByExtracts(ground) : answerFromExtracts(ground);
}

function* extract(ground: Ground, trouble: string | undefined): Generator<TurnEvent, Written> {
  const { text, quoted, notice } = extractFrom(ground);
  if (text !== '') {
    yield { type: 'answering', model: undefined, notice: notice.key === 'noModelWeakMatch' ? notice.text : undefined, ...defined({ trouble }) };
    yield { type: 'delta', text };
  }
  return { answer: text, invalidRefs: 0, usage: {}, quoted };
}

async function* stream(
  ground: Ground,
  { turn: { trail, question, nonce, signal }, model, draft }: { readonly turn: Turn; readonly model: ChatModel; readonly draft: Draft },
): AsyncGenerator<TurnEvent> {
  yield { type: 'answering', model: model.name, notice: undefined };
  const texts = [question, ...ground.computed, ...ground.evidence.map(({ passage }) => passage.text)];
  const shown = new AnswerStream({ known: (n) => ground.evidence.some((entry) => entry.n === n), texts: () => texts, nonce });
  for await (const event of model.stream(buildAnswerRequest({ ...ground, asked: question, nonce }), signal)) {
    yield* trail.tell();
    switch (event.type) {
      case 'text':
        yield* tell(shown.push(event.text), draft);
        break;
      case 'usage':
        draft.usage = event.usage;
        break;
      case 'finish':
        if (event.reason === 'length' || event.reason === 'contentFilter') {
          draft.cutBy = event.reason;
        }
        break;
      case 'toolCalls': // none were offered
        break;
    }
  }
  yield* tell(shown.end(), draft);
  draft.invalidRefs = shown.invalidRefs;
}

function* tell(text: string, draft: Draft): Generator<TurnEvent> {
  if (text !== '') {
    draft.answer += text;
    yield { type: 'delta', text };
  }
}
