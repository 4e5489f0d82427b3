import { startTimeLimit } from '../agent/timeLimit';
import { AnswerStream } from '../answer/answerStream';
import { applyChanges } from '../answer/verifying/applyChanges';
import { buildChangePrompt, readChanges } from '../answer/verifying/changes';
import { checkByText } from '../answer/verifying/checkByText';
import { orNothingLeft } from '../answer/verifying/nothingLeft';
import { makeTask } from '../answer/verifying/task';
import { askForVerdictForm, buildVerdictPrompt, readVerdicts } from '../answer/verifying/verdicts';
import type { Revision, SentenceCheck, Usage, Verification, VerificationEnd } from '../model/answer';
import { AssistantError } from '../model/errors';
import type { Evidence } from '../model/evidence';
import type { ChatMessage, ChatModel, Schedule } from '../model/ports';
import { addUsage, readReply } from '../model/reply';
import type { TurnEvent } from '../model/turn';

/** How often the model is asked to reconsider; what it still says then without support is marked for the reader. */
const MAX_PASSES = 2;

/** What one pass may take, all its calls together. */
const PASS_MS = 15_000;

/** What is checked. */
export interface WrittenAnswer {
  readonly question: string;
  readonly answer: string;
  readonly evidence: readonly Evidence[];
}

/** What checking needs. */
export interface StrictDeps {
  /** Without one, words alone decide, and nothing is changed. */
  readonly model: ChatModel | undefined;
  /** See `AnswerGround`. */
  readonly nonce: string;
  readonly schedule: Schedule;
}

/** A checked answer. */
export interface CheckedAnswer {
  readonly answer: string;
  readonly verification: Verification;
  /** What the calls of checking took. */
  readonly usage: Usage;
  /** Markers removed from the changes. */
  readonly invalidRefs: number;
}

/**
 * Checks an answer at the level `strict`: holds each cited sentence against its passages, lets the model reconsider what
 * they do not support, and checks again. Never fails for the model's sake: what it could not do is told in the result, and
 * the answer that was checked last stands. At most {@link MAX_PASSES} passes of {@link PASS_MS}.
 *
 * @throws AssistantError `cancelled` once the signal fires.
 */
export async function* checkStrictly(written: WrittenAnswer, deps: StrictDeps, signal: AbortSignal): AsyncGenerator<TurnEvent, CheckedAnswer> {
  const checks = checkByText(written.answer, written.evidence);
  const state: State = { ...written, checks, revisions: [], passes: 0, usage: {}, invalidRefs: 0 };
  yield { type: 'checking', sentences: checks.length };
  yield { type: 'checked', checks };
  let end: VerificationEnd | undefined = objections(checks).length + undecided(checks).length === 0 ? 'agreed' : undefined;
  for (let pass = 1; deps.model !== undefined && pass <= MAX_PASSES && end === undefined; pass++) {
    end = yield* timedPass(state, { ...deps, model: deps.model }, signal);
  }
  const { answer, revisions, passes, usage, invalidRefs } = state;
  end ??= objections(state.checks).length === 0 ? 'agreed' : 'disagreed';
  return { answer, verification: { checks: state.checks, revisions, passes, end }, usage, invalidRefs };
}

/** How far checking has come. */
interface State {
  readonly question: string;
  readonly evidence: readonly Evidence[];
  /** The answer that was checked last, and what that found. */
  answer: string;
  checks: readonly SentenceCheck[];
  revisions: readonly Revision[];
  passes: number;
  usage: Usage;
  invalidRefs: number;
}

type ModelDeps = StrictDeps & { readonly model: ChatModel };

async function* timedPass(state: State, deps: ModelDeps, signal: AbortSignal): AsyncGenerator<TurnEvent, VerificationEnd | undefined> {
  const limit = startTimeLimit(PASS_MS, deps.schedule, signal);
  try {
    return yield* onePass(state, deps, limit.signal);
  } catch (error) {
    // A check that could not be made takes nothing away from the answer; the result says that it was not made.
    if (signal.aborted || !(error instanceof AssistantError)) {
      throw error;
    }
    return limit.isUp ? 'timedOut' : 'failed';
  } finally {
    limit.end();
  }
}

/** Asks about what words leave open, lets the model reconsider what is objected to, and checks what it changed. */
async function* onePass(state: State, deps: ModelDeps, signal: AbortSignal): AsyncGenerator<TurnEvent, VerificationEnd | undefined> {
  if (state.passes === 0) {
    const checks = await decide(state, state.checks, { ...deps, signal });
    if (checks !== state.checks) {
      state.checks = checks;
      yield { type: 'checked', checks };
    }
  }
  const objected = objections(state.checks);
  if (objected.length === 0) {
    return 'agreed';
  }
  yield { type: 'reconsidering', sentences: objected.length };
  state.passes++;
  const changed = await reconsider(state, objected, { ...deps, signal });
  if (changed === undefined) {
    return 'failed';
  }
  if (changed.revisions.length === 0) {
    return 'nothingToChange';
  }
  const found = withKnown(checkByText(changed.answer, state.evidence), state.checks);
  state.checks = await decide(state, found, { ...deps, signal });
  state.answer = changed.answer;
  state.invalidRefs += changed.invalidRefs;
  state.revisions = followUp(state.revisions, changed.revisions);
  yield { type: 'revised', answer: state.answer, revisions: state.revisions };
  yield { type: 'checked', checks: state.checks };
  return objections(state.checks).length === 0 ? 'agreed' : undefined;
}

interface Call extends ModelDeps {
  readonly signal: AbortSignal;
}

/** Asks the model about the sentences that words leave open; once more, if its reply cannot be read. */
async function decide(state: State, checks: readonly SentenceCheck[], call: Call): Promise<readonly SentenceCheck[]> {
  const open = undecided(checks);
  if (open.length === 0) {
    return checks;
  }
  const task = makeTask(open, state.evidence, call.nonce);
  const messages = buildVerdictPrompt(task);
  const reply = await ask(state, messages, call);
  const decided = readVerdicts(reply, task) ?? readVerdicts(await ask(state, askForVerdictForm(messages, reply), call), task) ?? [];
  return checks.map((check) => decided[open.indexOf(check)] ?? check);
}

interface Reconsidered {
  readonly answer: string;
  readonly revisions: readonly Revision[];
  readonly invalidRefs: number;
}

async function reconsider(state: State, objected: readonly SentenceCheck[], call: Call): Promise<Reconsidered | undefined> {
  const task = makeTask(objected, state.evidence, call.nonce);
  const changes = readChanges(await ask(state, buildChangePrompt(task, state), call), task);
  if (changes === undefined) {
    return undefined;
  }
  const known = (n: number) => state.evidence.some((entry) => entry.n === n);
  const { text, revisions } = applyChanges(state.answer, changes, known);
  const shown = new AnswerStream({ known, texts: () => [state.question, ...state.evidence.map(({ passage }) => passage.text)], nonce: call.nonce });
  const answer = shown.push(text) + shown.end();
  return { answer: orNothingLeft(answer, state.question), revisions, invalidRefs: shown.invalidRefs };
}

async function ask(state: State, messages: readonly ChatMessage[], { model, signal }: Call): Promise<string> {
  const { text, usage } = await readReply(model, { messages, temperature: 0 }, signal);
  state.usage = addUsage(state.usage, usage);
  return text;
}

/** What a model has decided of a sentence stands, wherever the sentence stands now. */
function withKnown(checks: readonly SentenceCheck[], before: readonly SentenceCheck[]): SentenceCheck[] {
  const identity = ({ sentence, numbers }: SentenceCheck) => JSON.stringify([sentence, numbers]);
  const known = new Map(before.map((check) => [identity(check), check]));
  return checks.map((check) => {
    const { start, end } = check;
    return check.verdict === 'undecided' ? { ...(known.get(identity(check)) ?? check), start, end } : check;
  });
}

/** Changes to a changed answer, told as changes to the first one. */
function followUp(first: readonly Revision[], second: readonly Revision[]): Revision[] {
  const later = new Map(second.map((revision) => [revision.was, revision]));
  const continued = first.map((revision): Revision => {
    const next = revision.now === undefined ? undefined : later.get(revision.now);
    return next === undefined ? revision : { ...next, was: revision.was };
  });
  const followed = new Set(first.map(({ now }) => now));
  return [...continued, ...second.filter(({ was }) => !followed.has(was))];
}

/** What the model is to reconsider, and the reader is to know. */
export function objections(checks: readonly SentenceCheck[]): SentenceCheck[] {
  return checks.filter(({ verdict }) => verdict === 'partly' || verdict === 'notSupported');
}

function undecided(checks: readonly SentenceCheck[]): SentenceCheck[] {
  return checks.filter(({ verdict }) => verdict === 'undecided');
}
