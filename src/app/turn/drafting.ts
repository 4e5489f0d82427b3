import { countSources } from '../../evidence/sources';
import { readWhole } from '../../evidence/wholeDocument';
import { AssistantError } from '../../model/errors';
import type { Classified } from '../../model/failure';
import type { TurnEvent } from '../../model/turn';
import type { RouteDecision } from '../../understanding/route';
import { gatherWithTools, searchInstead } from './agentic';
import type { Collected } from './collecting';
import { searchOnce } from './collecting';
import type { Drafted } from './drafted';
import { finalizeSearches, readFiles } from './finalizing';
import { writeInterleaved } from './interleaving';
import { numbered, openLedger } from './numbering';
import type { UnderstoodTurn } from './turn';
import { writeAnswer } from './writing';

/** Answers a question the way that was decided. */
export async function* draftAnswer(understood: UnderstoodTurn, decision: RouteDecision): AsyncGenerator<TurnEvent, Drafted> {
  const { turn, profile } = understood;
  switch (decision.route) {
    case 'SELECTED_DOC':
      return yield* digest(decision.document, understood);
    case 'ONE_SHOT':
      return yield* answerFrom(yield* searchOnce(profile, turn), understood);
    case 'AGENTIC':
      return yield* plan(understood);
  }
}

async function* plan(understood: UnderstoodTurn): AsyncGenerator<TurnEvent, Drafted> {
  const { turn, profile } = understood;
  const { model, options } = turn;
  if (model === undefined) {
    return yield* answerFrom(yield* searchOnce(profile, turn), understood);
  }
  if (options.dialect !== 'tags') {
    return yield* answerFrom(yield* gatherWithTools(understood, model), understood);
  }
  const interleaved = yield* writeInterleaved(understood, model, openLedger(turn));
  return 'made' in interleaved ? interleaved : yield* answerFrom(interleaved.collected, understood);
}

async function* answerFrom(collected: Collected, { turn, profile, conversation }: UnderstoodTurn): AsyncGenerator<TurnEvent, Drafted> {
  const question = profile.standaloneQuestion;
  const { passages, grade, counts, needsFallback, readText } = await finalizeSearches(question, collected.searches, turn.index, turn.signal);
  if (needsFallback && collected.route === 'AGENTIC') {
    return yield* answerFrom(yield* searchInstead(nothingFits(), collected, { turn, profile }), { turn, profile, conversation });
  }
  if (grade === 'LOW' && collected.route === 'AGENTIC' && collected.searches.every(({ query }) => query !== question)) {
    // What fits this badly was found on the way to something else: what the question itself finds is held beside it.
    const { searches } = yield* searchOnce(profile, turn);
    return yield* answerFrom({ ...collected, searches: [...collected.searches, ...searches] }, { turn, profile, conversation });
  }
  const ground = numbered(passages, { question, focuses: profile.focuses, grade, readText, computed: collected.computed, conversation, isDigest: false }, turn);
  yield { type: 'evidence', evidence: ground.evidence, grade, counts };
  if (needsFallback) {
    return { collected };
  }
  turn.trail.during = 'answer';
  return { collected, made: { ground, written: yield* writeAnswer(ground, turn) } };
}

/** A model that searched for something else found something else. */
function nothingFits(): Classified {
  return { failure: 'EMPTY_RESULT', error: new AssistantError('tool.failed', 'What the model found has nothing to do with the question.') };
}

/** One document, read without searching; what was taken for one and is none, or is empty, is searched for. */
async function* digest(document: string, understood: UnderstoodTurn): AsyncGenerator<TurnEvent, Drafted> {
  const { turn, profile, conversation } = understood;
  const { index, now } = turn;
  yield { type: 'reading', path: document };
  const started = now();
  const whole = await index.passagesOf(document);
  yield { type: 'found', passages: whole.length, tiers: [], ms: now() - started };
  if (whole.length === 0) {
    yield { type: 'fellBack', from: 'SELECTED_DOC', to: 'ONE_SHOT', reason: `${document} holds no passage.` };
    return yield* answerFrom(yield* searchOnce(profile, turn), understood);
  }
  const collected: Collected = { route: 'SELECTED_DOC', searches: [{ query: document, passages: whole }], computed: [], rounds: 0, usage: {} };
  const passages = readWhole(whole);
  const { standaloneQuestion: question, focuses } = profile;
  const readText = await readFiles(passages, index);
  const ground = numbered(passages, { question, focuses, grade: 'HIGH', readText, computed: [], conversation, isDigest: true }, turn);
  yield { type: 'evidence', evidence: ground.evidence, grade: 'HIGH', counts: countSources(passages) };
  turn.trail.during = 'answer';
  return { collected, made: { ground, written: yield* writeAnswer(ground, turn) } };
}
