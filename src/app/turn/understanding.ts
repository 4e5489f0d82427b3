import { briefModel } from '../../agent/briefModel';
import { classify } from '../../agent/recovery/classify';
import { endsTurn, isDoneWithout } from '../../agent/recovery/decide';
import type { AssistantError } from '../../model/errors';
import type { TurnEvent } from '../../model/turn';
import type { Understood } from '../../understanding/understand';
import { understand } from '../../understanding/understand';
import type { Turn } from './turn';

/** What a model may think about a question before it is searched, in ms: rules understand it, too. */
const UNDERSTAND_MS = 60_000;

/**
 * Understands the question of a turn; by rules alone where one quick search is all that is wanted.
 *
 * @param conversation - what was said before, fenced.
 * @throws AssistantError model.* where the model will not answer either; cancelled.
 */
export async function* understandTurn(turn: Turn, conversation: string): AsyncGenerator<TurnEvent, Understood> {
  const { question, context, model, index, nonce, now, schedule, options, signal } = turn;
  const started = now();
  turn.trail.during = 'understand';
  const usedModel = options.assurance === 'fast' || model === undefined ? undefined : briefModel(model, UNDERSTAND_MS, schedule);
  const understood = await understand(question, context, { model: usedModel, library: index, conversation, nonce }, signal);
  yield* turn.trail.tell();
  if (understood.problem !== undefined) {
    refuseIfHopeless(understood.problem, turn);
  }
  yield { type: 'understood', profile: understood.profile, by: understood.by, ms: now() - started };
  return understood;
}

/**
 * A refused key is told at once, not after two more calls that it fails; so is a server that nobody can reach, unless the
 * person has said that an extract will do then.
 */
function refuseIfHopeless(problem: AssistantError, { trail, options: { recovery } }: Turn): void {
  const failed = classify(problem);
  const isUnreachable = failed.failure === 'NETWORK' && !isDoneWithout('NETWORK', recovery);
  if (isUnreachable || endsTurn(failed.failure, recovery)) {
    throw problem;
  }
  trail.turnedTo('oneShot', failed);
}
