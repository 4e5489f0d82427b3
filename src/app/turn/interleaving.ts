import type { Interleaved } from '../../agent/dialects/tags/interleave';
import { interleave } from '../../agent/dialects/tags/interleave';
import { classify } from '../../agent/recovery/classify';
import { AnswerStream } from '../../answer/answerStream';
import { gradeEvidence } from '../../evidence/grade';
import type { EvidenceLedger } from '../../evidence/ledger';
import { countSources } from '../../evidence/sources';
import type { Usage } from '../../model/answer';
import { AssistantError, refuseIfCancelled } from '../../model/errors';
import type { Classified } from '../../model/failure';
import type { ChatModel } from '../../model/ports';
import { addUsage } from '../../model/reply';
import type { GatherEvent, TurnEvent } from '../../model/turn';
import { openDesk, searchInstead, tellBetween } from './agentic';
import type { Collected } from './collecting';
import type { Drafted } from './drafted';
import { readFiles } from './finalizing';
import type { UnderstoodTurn } from './turn';

/**
 * Lets the model write and search by turns. Where it comes to no text, the question is searched for once.
 *
 * @returns without what was made, where the answer is still to be written.
 * @throws AssistantError model.*, cancelled.
 */
export async function* writeInterleaved(understood: UnderstoodTurn, model: ChatModel, ledger: EvidenceLedger): AsyncGenerator<TurnEvent, Drafted> {
  const { turn, profile } = understood;
  const shown = new AnswerStream({
    known: (n) => ledger.get(n) !== undefined,
    texts: () => [turn.question, ...ledger.all.map(({ passage }) => passage.text)],
    nonce: turn.nonce,
  });
  const writing: Writing = { answer: '', evidence: 0, rounds: 0, usage: {} };
  let written: Interleaved;
  try {
    written = yield* show(understood, { model, ledger, shown, writing });
  } catch (raw) {
    refuseIfCancelled(turn.signal);
    const failed = classify(raw);
    if (writing.answer !== '') {
      throw failed.error;
    }
    const { rounds, usage } = writing;
    return { collected: yield* searchInstead(failed, { ...NOTHING, rounds, usage }, understood) };
  }
  const { rounds, stop, usage, notes } = written;
  const collected: Collected = { ...NOTHING, rounds, gatherStop: stop, usage };
  if (writing.answer === '') {
    const trouble: Classified = { failure: 'EMPTY_RESULT', error: new AssistantError('model.emptyAnswer', `${model.name} wrote nothing.`) };
    return { collected: yield* searchInstead(trouble, collected, understood) };
  }
  const passages = ledger.all.map(({ passage }) => passage);
  const question = profile.standaloneQuestion;
  const ground = {
    question, focuses: profile.focuses, evidence: ledger.all, grade: gradeEvidence(question, passages), readText: await readFiles(passages, turn.index), computed: [],
    conversation: understood.conversation, isDigest: false,
  };
  return { collected, made: { ground, written: { answer: writing.answer, invalidRefs: shown.invalidRefs, usage: {}, model }, ...(notes.length === 0 ? {} : { notes }) } };
}

/** What this way keeps apart from its material: nothing. */
const NOTHING = { route: 'AGENTIC', searches: [], computed: [] } as const;

interface Writing {
  answer: string;
  /** How much of the evidence was shown. */
  evidence: number;
  /** Rounds begun, and what those that ended took. */
  rounds: number;
  usage: Usage;
}

interface ShowDeps {
  readonly model: ChatModel;
  readonly ledger: EvidenceLedger;
  readonly shown: AnswerStream;
  readonly writing: Writing;
}

/** Tells the events of writing, the evidence as it grows, and the text with its citations. */
async function* show({ turn, profile, conversation }: UnderstoodTurn, { model, ledger, shown, writing }: ShowDeps): AsyncGenerator<TurnEvent, Interleaved> {
  const { nonce, now, schedule, signal } = turn;
  const desk = await openDesk(turn, profile, ledger);
  const events = interleave({ profile, conversation }, { model, desk, ledger, nonce, now, schedule }, signal);
  yield { type: 'answering', model: model.name, notice: undefined };
  const written = yield* tellBetween(events, turn, function* (event): Generator<TurnEvent> {
    if (event.type !== 'text') {
      count(event, writing);
      yield event;
      return;
    }
    yield* showEvidence(profile.standaloneQuestion, ledger, writing);
    yield* showText(shown.push(event.text), writing);
  });
  yield* showText(shown.end(), writing);
  if (written.error !== undefined) {
    throw written.error;
  }
  return written;
}

function count(event: GatherEvent, writing: Writing): void {
  if (event.type === 'round') {
    writing.rounds = event.round;
  } else if (event.type === 'roundEnded') {
    writing.usage = addUsage(writing.usage, event.usage);
  }
}

/** A number is shown before the text that cites it. */
function* showEvidence(question: string, ledger: EvidenceLedger, writing: Writing): Generator<TurnEvent> {
  const evidence = ledger.all;
  if (evidence.length > writing.evidence) {
    writing.evidence = evidence.length;
    const passages = evidence.map(({ passage }) => passage);
    yield { type: 'evidence', evidence, grade: gradeEvidence(question, passages), counts: countSources(passages) };
  }
}

function* showText(text: string, writing: Writing): Generator<TurnEvent> {
  if (text !== '') {
    writing.answer += text;
    yield { type: 'delta', text };
  }
}
