import { citedNumbers, confidenceOf, isUngrounded, measureCoverage } from '../answer/coverage';
import { answerFromExtracts } from '../answer/extractive';
import { findUnsupported } from '../answer/fidelity';
import type { LocatedQuote } from '../answer/checkCitation';
import { locateQuote } from '../answer/checkCitation';
import { MarkerStream } from '../answer/markers';
import { describeNothingFound } from '../answer/nothingFound';
import { buildAnswerPrompt } from '../answer/prompt';
import { finalizeEvidence } from '../evidence/finalize';
import { EvidenceLedger } from '../evidence/ledger';
import type { ReadText } from '../evidence/merge';
import type { Citation, Usage, Verification } from '../model/answer';
import { AssistantError } from '../model/errors';
import type { Evidence, Grade } from '../model/evidence';
import type { Passage } from '../model/passage';
import type { ChatModel, Clock, Schedule } from '../model/ports';
import { addUsage } from '../model/reply';
import type { TurnEvent, TurnOutcome } from '../model/turn';
import type { DocumentIndex } from './documentIndex';
import { checkStrictly } from './strict';

/** What a turn needs. */
export interface TurnDeps {
  readonly index: DocumentIndex;
  /** Writes the answer; without one it is extracted. */
  readonly model: ChatModel | undefined;
  /** What the last turns of the conversation were given, oldest first: what is found again keeps its number. */
  readonly previous?: readonly Evidence[];
  /** A fresh unguessable word: it fences the evidence in the prompt. */
  readonly nonce: string;
  readonly now: Clock;
  /** Present where the answer is to be checked sentence by sentence: the level `strict`. */
  readonly strict?: { readonly schedule: Schedule };
}

/** Passages asked of one retrieval: several times what an answer holds, so that merging and the budget have a choice. */
const RETRIEVED = 20;

/** Low, not 0: evidence decides what is said, and a little freedom makes it read better. */
const ANSWER_TEMPERATURE = 0.2;

/** What was written so far. */
interface Written {
  answer: string;
  invalidRefs: number;
  usage: Usage;
  verification?: Verification;
}

/**
 * One question through one answer: retrieve, finalize, answer, check. Tells its events as they happen; the last is
 * `ended`, unless it throws.
 *
 * @throws AssistantError model.*, `cancelled` once the signal fires: the pieces told before stand.
 */
export async function* runTurn(question: string, deps: TurnDeps, signal: AbortSignal): AsyncGenerator<TurnEvent> {
  const passages = yield* search(question, deps, signal);
  const readText = await readFiles(passages, deps.index);
  const { passages: chosen, grade, counts, needsFallback } = finalizeEvidence(passages, { question, readText });
  const evidence = new EvidenceLedger(deps.previous).admit(chosen);
  yield { type: 'evidence', evidence, grade, counts };
  if (needsFallback) {
    yield* endWithNothing(question, deps.index);
    return;
  }
  const written: Written = { answer: '', invalidRefs: 0, usage: {} };
  const ground: Ground = { question, evidence, grade, readText };
  yield* deps.model === undefined ? extract(ground, written) : write(ground, deps.model, { written, nonce: deps.nonce, signal });
  if (deps.model === undefined && written.answer === '') {
    yield* endWithNothing(question, deps.index);
    return;
  }
  yield* verify(ground, written, { deps, signal });
  refuseIfCancelled(signal);
  yield { type: 'ended', outcome: await conclude(ground, written, deps) };
}

async function* search(question: string, { index, now }: TurnDeps, signal: AbortSignal): AsyncGenerator<TurnEvent, readonly Passage[]> {
  yield { type: 'searching', query: question };
  const started = now();
  const { passages, tiers } = await index.search({ query: question, k: RETRIEVED, mode: 'hybrid' }, signal);
  refuseIfCancelled(signal);
  yield { type: 'found', passages: passages.length, tiers, ms: now() - started };
  return passages;
}

/** The whole files of the passages, each read once: merging and extracting look at what stands around a passage. */
async function readFiles(passages: readonly Passage[], index: DocumentIndex): Promise<ReadText> {
  const paths = [...new Set(passages.flatMap(({ origin, path }) => (origin === undefined ? path : [])))];
  const texts = new Map(await Promise.all(paths.map(async (path) => [path, await index.readText(path)] as const)));
  return (path) => texts.get(path);
}

/** What an answer is made from. */
interface Ground {
  readonly question: string;
  readonly evidence: readonly Evidence[];
  readonly grade: Grade;
  readonly readText: ReadText;
}

/** Writes nothing where no sentence of the evidence has to do with the question. */
function* extract(ground: Ground, written: Written): Generator<TurnEvent> {
  const { text, notice } = answerFromExtracts(ground);
  if (text === '') {
    return;
  }
  written.answer = text;
  yield { type: 'answering', model: undefined, notice: notice.key === 'noModelWeakMatch' ? notice.text : undefined };
  yield { type: 'delta', text };
}

async function* write(
  ground: Ground,
  model: ChatModel,
  { written, nonce, signal }: { written: Written; nonce: string; signal: AbortSignal },
): AsyncGenerator<TurnEvent> {
  yield { type: 'answering', model: model.name, notice: undefined };
  const markers = new MarkerStream((n) => ground.evidence.some((entry) => entry.n === n));
  const request = { messages: buildAnswerPrompt({ ...ground, nonce }), temperature: ANSWER_TEMPERATURE };
  for await (const event of model.stream(request, signal)) {
    if (event.type === 'usage') {
      written.usage = event.usage;
    } else if (event.type === 'text') {
      yield* tell(markers.push(event.text), written);
    }
  }
  yield* tell(markers.end(), written);
  written.invalidRefs = markers.invalidRefs;
}

async function* verify(
  { question, evidence }: Ground,
  written: Written,
  { deps: { model, nonce, strict }, signal }: { deps: TurnDeps; signal: AbortSignal },
): AsyncGenerator<TurnEvent> {
  if (strict !== undefined) {
    const checked = yield* checkStrictly({ question, answer: written.answer, evidence }, { model, nonce, ...strict }, signal);
    written.answer = checked.answer;
    written.verification = checked.verification;
    written.invalidRefs += checked.invalidRefs;
    written.usage = addUsage(written.usage, checked.usage);
  }
}

function* tell(text: string, written: Written): Generator<TurnEvent> {
  if (text !== '') {
    written.answer += text;
    yield { type: 'delta', text };
  }
}

async function* endWithNothing(question: string, index: DocumentIndex): AsyncGenerator<TurnEvent> {
  const { files, failed } = await index.report();
  const answer = describeNothingFound({ question, files, unreadable: failed.length });
  yield { type: 'delta', text: answer };
  yield {
    type: 'ended',
    outcome: {
      question, answer, evidence: [], citations: [], coverage: 0, confidence: 0, grade: 'LOW', invalidRefs: 0,
      unsupported: [], isUngrounded: false, route: 'ONE_SHOT', rounds: 0, stopReason: 'nothingFound', usage: {},
    },
  };
}

/** Measures the answer and reads each cited passage again: what is shown as a citation was just looked up. */
async function conclude(ground: Ground, written: Written, { index, model }: TurnDeps): Promise<TurnOutcome> {
  const { question, evidence, grade } = ground;
  const { answer, invalidRefs, usage, verification } = written;
  const passageOf = (n: number) => evidence.find((entry) => entry.n === n)?.passage;
  const [best] = evidence;
  const coverage = measureCoverage(answer, (n) => passageOf(n) !== undefined);
  const citations = await checkCited(answer, evidence, index);
  return {
    question,
    answer,
    evidence,
    citations,
    // An answer of nothing but code or a table states no sentence: its citation covers it.
    coverage: coverage.share ?? Number(citations.length > 0),
    confidence: confidenceOf(coverage, best?.passage.relevance ?? best?.passage.score ?? 0),
    grade,
    invalidRefs,
    // An extract is quoted word for word: there is nothing in it that its lines do not say.
    unsupported: model === undefined ? [] : findUnsupported(answer, passageOf),
    isUngrounded: isUngrounded(coverage, grade),
    route: 'ONE_SHOT',
    rounds: 0,
    stopReason: 'answered',
    usage,
    ...(verification === undefined ? {} : { verification }),
    ...(model === undefined ? {} : { model: model.name }),
  };
}

async function checkCited(answer: string, evidence: readonly Evidence[], index: DocumentIndex): Promise<Citation[]> {
  const numbers = citedNumbers(answer, (n) => evidence.some((entry) => entry.n === n));
  const cited = evidence.filter(({ n }) => numbers.has(n));
  return Promise.all(cited.map(async ({ n, passage }) => {
    const { path, origin, headings, text } = passage;
    return { n, path, ...(origin === undefined ? {} : { origin }), headings, ...(await locate(passage, index)), quote: text };
  }));
}

/** Pages and notes are not looked up again: they are cited as they were read. */
async function locate({ path, origin, span, text }: Passage, index: DocumentIndex): Promise<LocatedQuote> {
  return origin === undefined ? locateQuote(text, span, await index.readText(path)) : { check: 'verified', span };
}

function refuseIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) {
    throw new AssistantError('cancelled', 'Stopped.');
  }
}
