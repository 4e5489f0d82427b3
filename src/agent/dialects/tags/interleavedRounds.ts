import type { Usage } from '../../../model/answer';
import { ANSWER_TEMPERATURE } from '../../../evidence/answerRules';
import { fenceText } from '../../../evidence/fence';
import { writeNumbers } from '../../../evidence/ledger';
import { AssistantError, toAssistantError } from '../../../model/errors';
import type { Clock } from '../../../model/ports';
import { addUsage } from '../../../model/reply';
import type { GatherStop } from '../../../model/turn';
import { wroteNothing } from '../../boundedModel';
import { missingFocuses } from '../../focusCoverage';
import type { TimeLimit } from '../../timeLimit';
import { quote } from '../../tools/quote';
import type { Asker, AskerDeps } from './asking/asker';
import { MAX_QUERY } from './asking/query';
import { endingOf, isWhole } from './drafting/ending';
import type { Wrote } from './drafting/writeRound';
import { writeRound } from './drafting/writeRound';
import type { Gates } from './gates';
import type { InterleaveEvent } from './interleaveEvent';
import { speaksOfTags, stopText } from './scanning/tags';
import type { Found, MaterialSize } from './searches';
import { FIRST_MATERIAL, MORE_MATERIAL } from './searches';

/** What rounds are made of. */
export interface InterleavedRoundsDeps extends AskerDeps {
  readonly asker: Asker;
  readonly gates: Gates;
  readonly now: Clock;
  /** Of all rounds together. */
  readonly time: TimeLimit;
  /** The person's. */
  readonly cancelled: AbortSignal;
}

/** Why it is over. */
interface End {
  readonly stop: GatherStop;
  readonly error?: AssistantError;
  /** True if the answer breaks off. */
  readonly isBroken?: boolean;
}

/** More things than this are not compared in one answer. */
const MAX_FOCUSES = 4;

/** The rounds of one answer: what is heeded in one depends on those before. */
export class InterleavedRounds {
  readonly #deps: InterleavedRoundsDeps;
  readonly #notes: string[] = [];
  #round = 0;
  #usage: Usage = {};
  /** What the model is told at the beginning of the next round. */
  #told = '';
  #wasCut = false;
  /** Length of the answer before the round. */
  #lengthBefore = 0;

  constructor(deps: InterleavedRoundsDeps) {
    this.#deps = deps;
  }

  get count(): number {
    return this.#round;
  }

  get notes(): readonly string[] {
    return this.#notes;
  }

  get usage(): Usage {
    return this.#usage;
  }

  /** Runs them. @returns why it is over, and what is to be told of that in the answer. */
  async *runAll(): AsyncGenerator<InterleaveEvent, End & { readonly ending: string }> {
    const { draft, wording } = this.#deps;
    for (;;) {
      const end = yield* this.#run();
      if (end !== undefined) {
        return { ...end, ending: end.isBroken === true && draft.text !== '' ? endingOf(draft, wording.ending) : '' };
      }
    }
  }

  async *#run(): AsyncGenerator<InterleaveEvent, End | undefined> {
    const { searches, asker, now } = this.#deps;
    const started = now();
    const before = searches.material.length;
    const round = ++this.#round;
    this.#lengthBefore = this.#deps.draft.text.length;
    yield { type: 'round', round, dialect: 'tags' };
    let end: End | undefined;
    try {
      end = yield* this.#inner();
    } catch (error) {
      end = this.#endAfter(error);
    }
    const usage = asker.takeUsage();
    this.#usage = addUsage(this.#usage, usage);
    const cumulative = searches.material.length;
    yield { type: 'roundEnded', round, fresh: cumulative - before, cumulative, ms: now() - started, usage };
    return end;
  }

  /** What was shown stands, whatever goes wrong later; before that, the caller has another way. */
  #endAfter(error: unknown): End {
    const { cancelled, time, draft, model, limits } = this.#deps;
    if (cancelled.aborted) {
      throw new AssistantError('cancelled', 'Stopped.', { cause: error });
    }
    if (draft.text === '') {
      throw time.isUp ? wroteNothing(model, limits.totalMs) : error;
    }
    if (time.isUp) {
      return { stop: 'time', isBroken: true };
    }
    const failed = toAssistantError(error);
    // Asked to go on with an answer that is whole, models say nothing, which servers and we call an error.
    const isSilent = failed.code === 'model.emptyAnswer' && draft.text.length === this.#lengthBefore && isWhole(draft);
    return isSilent ? { stop: 'enough' } : { stop: 'failed', error: failed };
  }

  get #isLast(): boolean {
    return this.#round >= this.#deps.limits.maxRounds;
  }

  async *#inner(): AsyncGenerator<InterleaveEvent, End | undefined> {
    if (this.#round === 1 && !(yield* this.#findFirst())) {
      return { stop: 'empty_round' };
    }
    const { gates } = this.#deps;
    const wrote = yield* this.#write();
    if (wrote.hasText) {
      gates.wrote();
    }
    this.#wasCut = wrote.end === 'cut';
    this.#told = '';
    return yield* this.#act(wrote);
  }

  /**
   * What the writing begins with; of a comparison, both sides. Where the question's own words find nothing, the model is
   * asked for others, once.
   */
  async *#findFirst(): AsyncGenerator<InterleaveEvent, boolean> {
    const { task: { profile }, searches, asker, time } = this.#deps;
    const found = yield* this.#search(profile.standaloneQuestion, FIRST_MATERIAL);
    const passages = searches.material.map(({ passage }) => passage);
    for (const focus of missingFocuses(profile.focuses, [], passages).slice(0, MAX_FOCUSES)) {
      yield* this.#search(focus, MORE_MATERIAL);
    }
    if (searches.material.length > 0) {
      return true;
    }
    if (found.kind === 'failed') {
      throw new AssistantError('tool.failed', found.message);
    }
    const query = await asker.otherQuery(time.signal);
    if (query !== undefined) {
      yield* this.#search(query, FIRST_MATERIAL);
    }
    return searches.material.length > 0;
  }

  #search(query: string, size: MaterialSize): AsyncGenerator<InterleaveEvent, Found> {
    const { searches, time } = this.#deps;
    return searches.run(query, { round: this.#round, size }, time.signal);
  }

  #write(): AsyncGenerator<InterleaveEvent, Wrote> {
    const { draft, gates, asker, model, limits, wording, time, cancelled } = this.#deps;
    const acting = gates.acting(this.#isLast);
    const next = draft.text === '' ? wording.begin : this.#wasCut ? wording.cut : wording.goOn;
    const ask = [this.#told, next, ...(this.#isLast ? [wording.finish] : [])].filter((part) => part !== '');
    draft.begin(this.#wasCut);
    // Where the sources speak of the marks, only a reader of Markdown can tell a mark from its name.
    const stop = this.#speaksOfTags() ? {} : { stop: [...acting].map(stopText) };
    return writeRound(draft, {
      model,
      request: asker.request(ask.join('\n\n'), { temperature: ANSWER_TEMPERATURE, ...stop }),
      limits: { maxTokens: limits.roundTokens, signal: time.signal },
      acting,
      addUsage: (usage) => { asker.addUsage(usage); },
      cancelled,
    });
  }

  #speaksOfTags(): boolean {
    const { task, searches } = this.#deps;
    return [task.profile.standaloneQuestion, ...searches.material.map(({ passage }) => passage.text)].some(speaksOfTags);
  }

  async *#act({ end, hasText, payload }: Wrote): AsyncGenerator<InterleaveEvent, End | undefined> {
    const { draft } = this.#deps;
    switch (end) {
      case 'END':
      case 'done':
        return { stop: 'enough' };
      case 'SEARCH':
        yield* this.#searchAsked(payload);
        return undefined;
      case 'REFLECT':
        yield* this.#reflect();
        return undefined;
      case 'cut':
        return this.#isLast ? { stop: 'max_rounds', isBroken: true } : undefined;
      case 'more':
        return this.#isLast || !hasText ? { stop: this.#isLast ? 'max_rounds' : 'empty_round', isBroken: !isWhole(draft) } : undefined;
    }
  }

  async *#searchAsked(payload: string): AsyncGenerator<InterleaveEvent> {
    const { gates, wording, asker, time } = this.#deps;
    const query = gates.search() ? await asker.query(payload, time.signal) : undefined;
    const found: Found = query === undefined ? { kind: 'nothing' } : yield* this.#search(query, MORE_MATERIAL);
    if (found.kind === 'nothing' || found.kind === 'failed') {
      gates.endSearching();
      this.#told = wording.nothingFound(query === undefined ? undefined : quote(query, MAX_QUERY));
      return;
    }
    const fresh = found.kind === 'found' ? found.fresh : [];
    const [told, evidence] = fresh.length > 0 ? [wording.found, fresh] : [wording.known, found.known];
    this.#told = told(quote(query ?? '', MAX_QUERY), writeNumbers(evidence.map(({ n }) => n)));
  }

  async *#reflect(): AsyncGenerator<InterleaveEvent> {
    const { gates, wording, nonce, asker, time } = this.#deps;
    if (!gates.reflect()) {
      return;
    }
    const note = await asker.doubts(time.signal);
    yield { type: 'reflected', note };
    if (note === undefined) {
      gates.endReflecting();
      this.#told = wording.nothingToChange;
    } else {
      this.#notes.push(note);
      this.#told = wording.noted(fenceText('note', note, nonce));
    }
  }
}
