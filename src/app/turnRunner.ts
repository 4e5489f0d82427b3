import { describeComputed } from '../answer/computedOnly';
import { describeNothingFound } from '../answer/nothingFound';
import { summarizeConversation } from '../memory/summarizeConversation';
import type { StopReason, Usage } from '../model/answer';
import { refuseIfCancelled } from '../model/errors';
import { addUsage } from '../model/reply';
import type { TurnEvent, TurnOutcome } from '../model/turn';
import { answerCourtesy } from '../understanding/courtesy';
import { route } from '../understanding/route';
import type { CheckedAnswer } from './strict';
import { checkStrictly } from './strict';
import type { WrittenTurn } from './turn/concluding';
import { concludeTurn } from './turn/concluding';
import type { Drafted } from './turn/drafted';
import { draftAnswer } from './turn/drafting';
import type { Turn, TurnDeps, UnderstoodTurn } from './turn/turn';
import { openTurn } from './turn/turn';
import { understandTurn } from './turn/understanding';
import { defined } from '../util/defined';

/** What of the conversation a model is told, in estimated tokens. */
const CONVERSATION_TOKENS = 1_200;

/**
 * One question through one answer: understand, route, gather, finalize, answer, check. Tells its events as they happen; the
 * last is `ended`, unless it throws.
 *
 * @throws AssistantError model.*, `cancelled` once the signal fires: the pieces told before stand.
 */
export async function* runTurn(question: string, deps: TurnDeps, signal: AbortSignal): AsyncGenerator<TurnEvent> {
  const turn = openTurn(question, deps, signal);
  try {
    for await (const event of answer(turn)) {
      // Whoever stopped it is told nothing more, whatever was under way.
      refuseIfCancelled(signal);
      yield event;
    }
  } catch (error) {
    refuseIfCancelled(signal);
    // What was tried is told, also where it did not help.
    yield* turn.trail.tell();
    throw error;
  }
}

async function* answer(turn: Turn): AsyncGenerator<TurnEvent> {
  const { question, options, model } = turn;
  const conversation = summarizeConversation(turn.context.history, { maxTokens: CONVERSATION_TOKENS, nonce: turn.nonce });
  const { profile, usage } = yield* understandTurn(turn, conversation);
  const courtesy = answerCourtesy(profile);
  if (courtesy !== undefined) {
    yield* endWithText(courtesy, 'answered', { question, usage });
    return;
  }
  const decision = route(profile, {
    selected: turn.context.selected,
    isAgentic: options.isAgentic && options.assurance !== 'fast',
    hasModel: model !== undefined,
  });
  yield { type: 'routed', route: decision.route, reason: decision.reason };
  const drafted = yield* draftAnswer({ turn, profile, conversation }, decision);
  yield* endWithAnswer(drafted, { turn, profile, conversation }, usage);
}

async function* endWithAnswer(drafted: Drafted, { turn, profile }: UnderstoodTurn, understanding: Usage): AsyncGenerator<TurnEvent> {
  const { collected, made } = drafted;
  const { question, index } = turn;
  const { rounds, gatherStop, computed } = collected;
  const way = defined({ question, route: collected.route, rounds, gatherStop, usage: addUsage(understanding, collected.usage) });
  if (made !== undefined && made.written.answer !== '') {
    yield* endChecked(made, turn, { ...way, computed });
  } else if (made === undefined && computed.length > 0) {
    yield* endWithText(describeComputed(question, computed), 'answered', way);
  } else {
    const queries = collected.searches.map(({ query }) => query);
    const { files, failed } = await index.report();
    const text = describeNothingFound({ question: profile.standaloneQuestion, queries, files, unreadable: failed.length });
    yield* endWithText(text, 'nothingFound', way);
  }
}

async function* endChecked(
  made: NonNullable<Drafted['made']>,
  turn: Turn,
  way: Pick<WrittenTurn, 'question' | 'route' | 'rounds' | 'gatherStop' | 'usage' | 'computed'>,
): AsyncGenerator<TurnEvent> {
  const { ground: { evidence, grade }, written, notes } = made;
  turn.trail.during = 'check';
  const checked = yield* verify(made, turn);
  yield* turn.trail.tell();
  refuseIfCancelled(turn.signal);
  const complete: WrittenTurn = {
    ...way,
    evidence,
    grade,
    answer: checked?.answer ?? written.answer,
    invalidRefs: written.invalidRefs + (checked?.invalidRefs ?? 0),
    usage: [written.usage, checked?.usage ?? {}].reduce(addUsage, way.usage),
    ...defined({ verification: checked?.verification, cutBy: written.cutBy, quoted: written.quoted, notes }),
  };
  yield { type: 'ended', outcome: await concludeTurn(complete, turn.index, written.model) };
}

/** At the level `strict`, each cited sentence is held against its passages. */
async function* verify(
  { ground, written }: NonNullable<Drafted['made']>,
  { options, nonce, schedule, signal }: Turn,
): AsyncGenerator<TurnEvent, CheckedAnswer | undefined> {
  return options.assurance === 'strict'
    ? yield* checkStrictly({ question: ground.question, answer: written.answer, evidence: ground.evidence }, { model: written.model, nonce, schedule }, signal)
    : undefined;
}

type Ending = Pick<TurnOutcome, 'question' | 'usage'> & Partial<Pick<TurnOutcome, 'route' | 'rounds' | 'gatherStop'>>;

/** An answer that cites nothing, since it states nothing of the documents. */
function* endWithText(answer: string, stopReason: StopReason, ending: Ending): Generator<TurnEvent> {
  yield { type: 'delta', text: answer };
  yield {
    type: 'ended',
    outcome: {
      route: 'ONE_SHOT', rounds: 0, ...ending,
      answer, stopReason, evidence: [], citations: [], coverage: 0, confidence: 0, grade: 'LOW', invalidRefs: 0, unsupported: [], isUngrounded: false,
    },
  };
}
