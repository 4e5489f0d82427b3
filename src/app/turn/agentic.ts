import { gather } from '../../agent/gather';
import type { Gathered } from '../../agent/gather';
import { chooseDialect } from '../../agent/dialects/choose';
import { classify } from '../../agent/recovery/classify';
import { decide } from '../../agent/recovery/decide';
import type { ToolDesk } from '../../agent/tool';
import { createToolDesk } from '../../agent/tools/desk';
import { toolsOfTurn } from '../../agent/tools/toolsOfTurn';
import { EvidenceLedger } from '../../evidence/ledger';
import { AssistantError } from '../../model/errors';
import type { Classified } from '../../model/failure';
import type { ChatModel, NoteStore } from '../../model/ports';
import { defined } from '../../util/defined';
import type { QueryProfile } from '../../model/profile';
import type { TurnEvent } from '../../model/turn';
import type { Collected } from './collecting';
import { searchOnce } from './collecting';
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
  const ledger = new EvidenceLedger();
  const gathering = gather({ profile, summary: conversation }, {
    model,
    dialect: chooseDialect(model, options.dialect, turn.dialects),
    desk: await openDesk(turn, profile, ledger),
    ledger, nonce, now, schedule,
    limits: { maxRounds: options.maxRounds, earlyStopOnEmptyRound: options.earlyStopOnEmptyRound },
  }, turn.signal);
  const gathered = yield* tellBetween(gathering, turn, (event) => [event]);
  const trouble = troubleWith(gathered);
  if (trouble === undefined) {
    return { route: 'AGENTIC', searches: gathered.groups, computed: gathered.computed, ...told(gathered) };
  }
  yield* turnToOneSearch(trouble, turn);
  const once = yield* searchOnce(profile, turn);
  return { ...once, searches: [...gathered.groups, ...once.searches], computed: gathered.computed, ...told(gathered) };
}

/** The tools of a turn: what the model shows under a number is what the ledger has under it. */
export async function openDesk({ index, tools, context: { history }, question, schedule, now }: Turn, profile: QueryProfile, ledger: EvidenceLedger): Promise<ToolDesk> {
  const before = history.flatMap(({ evidence }) => evidence.map(({ passage }) => passage));
  const context = {
    question: `${question}\n${profile.standaloneQuestion}`,
    scope: profile.scope,
    seen: (n: number) => ledger.get(n)?.passage,
    held: () => [...before, ...ledger.all.map(({ passage }) => passage)],
  };
  const { notes, ...others } = tools;
  return createToolDesk(toolsOfTurn({ library: index, context, ...others, ...defined({ notes: await ifAny(notes) }) }), { schedule, now });
}

/** A tool that can find nothing only costs a model its time. */
async function ifAny(notes: NoteStore | undefined): Promise<NoteStore | undefined> {
  try {
    return notes === undefined || (await notes.list()).length === 0 ? undefined : notes;
  } catch {
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
export function* turnToOneSearch(failed: Classified, { trail, options: { recovery } }: Turn): Generator<TurnEvent> {
  if (decide(failed.failure, recovery, 0, (action) => action === 'oneShot' || action === 'extract') === 'fail') {
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
