import { gather } from '../../agent/gather';
import type { Gathered } from '../../agent/gather';
import { chooseDialect } from '../../agent/dialects/choose';
import { CallRecovery } from '../../agent/recovery/callRecovery';
import { classify } from '../../agent/recovery/classify';
import { endsTurn } from '../../agent/recovery/decide';
import type { ToolDesk } from '../../agent/tool';
import { createToolDesk } from '../../agent/tools/desk';
import { toolsOfTurn } from '../../agent/tools/toolsOfTurn';
import { withinTime } from '../../agent/withinTime';
import type { EvidenceLedger } from '../../evidence/ledger';
import { recentEvidence } from '../../memory/recentEvidence';
import { AssistantError, refuseIfCancelled } from '../../model/errors';
import type { Classified } from '../../model/failure';
import type { ChatModel, SavedNotes } from '../../model/ports';
import { defined } from '../../util/defined';
import type { QueryProfile } from '../../model/profile';
import type { TurnEvent } from '../../model/turn';
import type { Collected } from './collecting';
import { searchOnce } from './collecting';
import { openLedger } from './numbering';
import type { Turn, UnderstoodTurn } from './turn';

/**
 * Lets the model gather what it needs with tools. Where that fails or finds nothing, the question is searched for once, and
 * what was gathered before stands.
 *
 * @throws AssistantError model.* where another way would fail too; cancelled.
 */
export async function* gatherWithTools(understood: UnderstoodTurn, model: ChatModel): AsyncGenerator<TurnEvent, Collected> {
  const { turn, profile, conversation } = understood;
  const { options, nonce, now, schedule } = turn;
  const ledger = openLedger(turn);
  const gathering = gather({ profile, conversation }, {
    model,
    dialect: chooseDialect(model, options.dialect, turn.dialects),
    desk: await openDesk(turn, profile, ledger),
    ledger, nonce, now, schedule,
    limits: { maxRounds: options.maxRounds, earlyStopOnEmptyRound: options.earlyStopOnEmptyRound },
  }, turn.signal);
  const gathered = yield* tellBetween(gathering, turn, (event) => [event]);
  const trouble = troubleWith(gathered);
  const { groups: searches, computed } = gathered;
  const collected: Collected = { route: 'AGENTIC', searches, computed, ...told(gathered) };
  return trouble === undefined ? collected : yield* searchInstead(trouble, collected, understood);
}

/** Searches for the question once, beside what was gathered. @throws AssistantError where the table of recovery says so; cancelled. */
export async function* searchInstead(
  trouble: Classified,
  gathered: Collected,
  { turn, profile }: Pick<UnderstoodTurn, 'turn' | 'profile'>,
): AsyncGenerator<TurnEvent, Collected> {
  yield* turnToOneSearch(trouble, turn);
  const { route, searches } = yield* searchOnce(profile, turn);
  return { ...gathered, route, searches: [...gathered.searches, ...searches] };
}

/** The tools of a turn: what the model was shown under a number is what the ledger has under it, or the last turns had. */
export async function openDesk(turn: Turn, profile: QueryProfile, ledger: EvidenceLedger): Promise<ToolDesk> {
  const { index, tools, options, context: { history }, question, schedule, now } = turn;
  const past = history.map(({ evidence }) => evidence);
  const recent = recentEvidence(past);
  const context = {
    question: `${question}\n${profile.standaloneQuestion}`,
    scope: profile.scope,
    seen: (n: number) => (ledger.get(n) ?? recent.findLast((one) => one.n === n))?.passage,
    held: () => [...past.flat(), ...ledger.all].map(({ passage }) => passage),
  };
  const { notes, ...others } = tools;
  return createToolDesk(toolsOfTurn({ library: index, context, ...others, ...defined({ notes: await ifAny(notes, turn) }) }), { schedule, now, recovery: new CallRecovery(options.recovery) });
}

/** Notes lie in one small file: what takes longer is a disk that does not answer. In ms. */
const NOTES_MS = 2_000;

/** A tool that can find nothing only costs a model its time. @throws AssistantError cancelled */
async function ifAny(notes: SavedNotes | undefined, { schedule, signal }: Turn): Promise<SavedNotes | undefined> {
  try {
    const saved = await withinTime(async () => (await notes?.list()) ?? [], { ms: NOTES_MS, schedule, signal });
    return saved.length === 0 ? undefined : notes;
  } catch {
    refuseIfCancelled(signal);
    // Notes that cannot be read are no reason to answer nothing; whoever lists them is told.
    return undefined;
  }
}

/** Tells the events of a loop, each as `tell` puts it, and between them what was recovered from. */
export async function* tellBetween<E extends { readonly type: string }, R>(
  events: AsyncGenerator<E, R>,
  { trail }: Turn,
  tell: (event: E) => Iterable<TurnEvent>,
): AsyncGenerator<TurnEvent, R> {
  try {
    for (let round = 0; ; ) {
      const { done, value } = await events.next();
      yield* trail.tell();
      if (done === true) {
        return value;
      }
      round += Number(value.type === 'round');
      trail.during = `round ${round}`;
      yield* tell(value);
    }
  } finally {
    // Whoever stops listening stops the loop, too; what it would still return is for nobody.
    await events.return(undefined as never);
  }
}

/** Says that another way is taken. @throws the error, where the table says that it ends the turn */
function* turnToOneSearch(failed: Classified, { trail, options: { recovery } }: Turn): Generator<TurnEvent> {
  if (endsTurn(failed.failure, recovery)) {
    throw failed.error;
  }
  trail.turnedTo('oneShot', failed);
  yield* trail.tell();
  yield { type: 'fellBack', from: 'AGENTIC', to: 'ONE_SHOT', reason: failed.error.message };
  trail.during = 'one search';
}

function troubleWith({ error, passages }: Gathered): Classified | undefined {
  if (error !== undefined) {
    return classify(error);
  }
  return passages.length > 0
    ? undefined
    : { failure: 'EMPTY_RESULT', error: new AssistantError('tool.failed', 'Nothing was found with the tools that the model used.') };
}

function told({ rounds, stop, usage }: Gathered): Pick<Collected, 'rounds' | 'gatherStop' | 'usage'> {
  return { rounds, gatherStop: stop, usage };
}
