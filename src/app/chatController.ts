import type { CitedPlaces, FoundPassage } from '../answer/findCited';
import { findCited } from '../answer/findCited';
import type { Citation } from '../model/answer';
import { toAssistantError } from '../model/errors';
import type { Evidence } from '../model/evidence';
import type { Passage } from '../model/passage';
import type { Span } from '../model/span';
import type { Intent } from '../protocol/intent';
import { reduceView } from '../protocol/reduceView';
import type { ViewEvent } from '../protocol/viewEvent';
import type { IndexStatusView, SourcePlace, TurnEndView, TurnView, ViewState } from '../protocol/viewState';
import type { ChatHistory } from './chatHistory';
import { presentEnd, presentFailure, presentReference, presentSources, presentStep } from './present';
import { doubtsOf, presentRevisions, presentVerification } from './presentVerification';
import { recentEvidence } from './recentEvidence';
import type { Translate } from './translate';
import type { TurnEvent, TurnOutcome } from '../model/turn';

/** What the chat needs of the world around it; the texts of files are those that the person sees, saved or not. */
export interface ChatDeps extends CitedPlaces {
  /**
   * Answers one question.
   * @param previous - the evidence of the last turns, oldest first.
   * @param usesModel - false to have the answer extracted although a model is set up.
   * @throws AssistantError
   */
  answer(question: string, signal: AbortSignal, previous: readonly Evidence[], usesModel: boolean): AsyncIterable<TurnEvent>;
  /** Shows an event in the view, if there is one. */
  post(event: ViewEvent): void;
  /** Opens a workspace file at a span and marks it for a moment. */
  reveal(path: string, span: Span, beside: boolean): Promise<void>;
  /** Keeps the conversation. */
  save(history: ChatHistory): void;
  /** Tells the person something that is not part of an answer. */
  warn(message: string): void;
  copy(text: string): Promise<void>;
  openLink(href: string): Promise<void>;
  setUpModel(): Promise<void>;
  showIndexReport(): Promise<void>;
  newId(): string;
  readonly t: Translate;
}

interface RunningTurn {
  readonly id: string;
  readonly controller: AbortController;
  /** What the reader should know of the answer, whatever checking finds. */
  notice?: string;
}

/** One conversation: takes intents, runs turns, keeps the state that the view shows. */
export class ChatController {
  readonly #deps: ChatDeps;
  readonly #evidence = new Map<string, readonly Evidence[]>();
  /** Citations whose check is under way, by turn and number. */
  readonly #checking = new Set<string>();
  #state: ViewState;
  #running: RunningTurn | undefined;

  constructor(deps: ChatDeps, history: ChatHistory) {
    this.#deps = deps;
    this.#state = { turns: history.turns.map(({ view }) => interrupted(view)), index: { kind: 'starting' }, suggestions: [] };
    for (const { view, evidence } of history.turns) {
      this.#evidence.set(view.id, evidence);
    }
  }

  get state(): ViewState {
    return this.#state;
  }

  setIndexStatus(status: IndexStatusView): void {
    this.#emit({ type: 'indexStatus', status });
  }

  /** Lets the view's question box take the focus. */
  focusQuestion(): void {
    this.#emit({ type: 'focusQuestion' });
  }

  setModel(model: string | undefined): void {
    this.#emit({ type: 'modelChanged', ...(model === undefined ? {} : { model }) });
  }

  setSuggestions(suggestions: readonly string[]): void {
    this.#emit({ type: 'suggestions', suggestions });
  }

  /** Does what the view asks. Never throws: what fails is shown. */
  async handle(intent: Intent): Promise<void> {
    try {
      await this.#dispatch(intent);
    } catch (error) {
      // A door: whatever an intent could not do is told to the person, not lost in a promise.
      this.#deps.warn(toAssistantError(error).message);
    }
  }

  /** Ends the running turn, if any. */
  dispose(): void {
    this.#running?.controller.abort();
  }

  async #dispatch(intent: Intent): Promise<void> {
    switch (intent.type) {
      case 'ready':
        this.#deps.post({ type: 'snapshot', state: this.#state });
        return;
      case 'ask':
        return this.#ask(intent.text, true);
      case 'stop':
        this.dispose();
        return;
      case 'newChat':
        this.#clear();
        return;
      case 'retry':
        return this.#retry(intent.turnId, true);
      case 'answerWithoutModel':
        return this.#retry(intent.turnId, false);
      case 'copyAnswer':
        return this.#copy(intent.turnId);
      case 'openCitation':
        return this.#openCitation(intent);
      case 'checkCitation':
        return this.#checkCitation(intent);
      default:
        return this.#passOn(intent);
    }
  }

  /** What is not about the conversation. */
  async #passOn(intent: Extract<Intent, { type: 'openLink' | 'setUpModel' | 'showIndexReport' }>): Promise<void> {
    switch (intent.type) {
      case 'openLink':
        return this.#deps.openLink(intent.href);
      case 'setUpModel':
        return this.#deps.setUpModel();
      case 'showIndexReport':
        return this.#deps.showIndexReport();
    }
  }

  async #ask(question: string, usesModel: boolean): Promise<void> {
    if (this.#running !== undefined) {
      this.#deps.warn(this.#deps.t('One question at a time: wait for the answer, or stop it.'));
      return;
    }
    const id = this.#deps.newId();
    const controller = new AbortController();
    this.#running = { id, controller };
    const previous = recentEvidence(this.#state.turns.map((turn) => this.#evidence.get(turn.id) ?? []));
    this.#emit({ type: 'turnStarted', turnId: id, question });
    this.#save();
    let end: TurnEndView = { kind: 'cancelled' };
    try {
      for await (const event of this.#deps.answer(question, controller.signal, previous, usesModel)) {
        await this.#show(id, event);
        end = event.type === 'ended' ? presentEnd(event.outcome) : end;
      }
    } catch (error) {
      // The one place where a turn's failure becomes something to read.
      end = presentFailure(toAssistantError(error));
    } finally {
      this.#forget(id);
      this.#emit({ type: 'turnEnded', turnId: id, end });
      this.#save();
    }
  }

  /** A turn that a new chat has taken the place of is not the running one any more. */
  #forget(turnId: string): void {
    if (this.#running?.id === turnId) {
      this.#running = undefined;
    }
  }

  async #show(turnId: string, event: TurnEvent): Promise<void> {
    if (this.#turn(turnId) === undefined) {
      return; // a new chat has taken its place
    }
    const step = presentStep(event, this.#deps.t);
    if (step !== undefined) {
      this.#emit({ type: 'step', turnId, step });
    }
    switch (event.type) {
      case 'evidence':
        this.#evidence.set(turnId, event.evidence);
        this.#emit({ type: 'sources', turnId, sources: presentSources(event.evidence) });
        break;
      case 'answering':
        this.#note(turnId, event.notice);
        this.#emit({
          type: 'answeredBy',
          turnId,
          ...(event.model === undefined ? {} : { model: event.model }),
          ...(event.notice === undefined ? {} : { notice: event.notice }),
        });
        break;
      case 'delta':
        this.#emit({ type: 'answerDelta', turnId, text: event.text });
        break;
      case 'revised':
        this.#emit({ type: 'answerRevised', turnId, answer: event.answer, notice: this.#notice([presentRevisions(event.revisions, this.#deps.t)]) });
        break;
      case 'ended':
        await this.#showOutcome(turnId, event.outcome);
        break;
      default: // a step, or of interest to the trace only
        break;
    }
  }

  #note(turnId: string, notice: string | undefined): void {
    if (notice !== undefined && this.#running?.id === turnId) {
      this.#running.notice = notice;
    }
  }

  /** What was found out about an answer, after what was known of it beforehand. */
  #notice(found: readonly string[]): string {
    const before = this.#running?.notice;
    return [...(before === undefined ? [] : [before]), ...found].join(' ');
  }

  async #showOutcome(turnId: string, { evidence, citations, unsupported, isUngrounded, verification }: TurnOutcome): Promise<void> {
    const { t } = this.#deps;
    const checked = await Promise.all(citations.map((citation) => this.#seen(citation, evidence)));
    const doubts = verification === undefined ? [] : doubtsOf(verification, unsupported);
    this.#emit({ type: 'sources', turnId, sources: presentSources(evidence, checked, [...unsupported, ...doubts]) });
    const notices = [
      ...(verification === undefined ? [] : presentVerification(verification, t)),
      ...(isUngrounded ? [t('Nothing in this answer is backed by your documents.')] : []),
    ];
    if (notices.length > 0) {
      this.#emit({ type: 'answeredBy', turnId, notice: this.#notice(notices) });
    }
  }

  /** The turn looked at files as they are saved; the person sees what was typed since, too. */
  async #seen(citation: Citation, evidence: readonly Evidence[]): Promise<Citation> {
    const passage = evidence.find(({ n }) => n === citation.n)?.passage;
    return passage === undefined || passage.origin !== undefined
      ? citation
      : { ...citation, ...(await findCited(passage, citation.path, this.#deps)) };
  }

  async #retry(turnId: string, usesModel: boolean): Promise<void> {
    const turn = this.#turn(turnId);
    if (turn !== undefined && this.#running === undefined) {
      this.#evidence.delete(turnId);
      this.#emit({ type: 'turnRemoved', turnId });
      await this.#ask(turn.question, usesModel);
    }
  }

  #clear(): void {
    this.#running?.controller.abort();
    this.#running = undefined;
    for (const { id } of this.#state.turns) {
      this.#evidence.delete(id);
      this.#emit({ type: 'turnRemoved', turnId: id });
    }
    this.#save();
  }

  async #copy(turnId: string): Promise<void> {
    const turn = this.#turn(turnId);
    if (turn !== undefined) {
      const list = turn.sources.filter(({ cited }) => cited).map((source) => presentReference(source, this.#deps.t));
      await this.#deps.copy([turn.answer.trim(), ...(list.length === 0 ? [] : [list.join('\n')])].join('\n\n'));
    }
  }

  /** A citation is a number: the passage comes from the turn's evidence, its place from the files as they are now. */
  async #openCitation({ turnId, n, beside = false }: Extract<Intent, { type: 'openCitation' }>): Promise<void> {
    const passage = this.#passage(turnId, n);
    if (passage?.origin?.kind === 'web') {
      await this.#deps.openLink(passage.origin.url);
      return;
    }
    const found = await this.#recheck(turnId, n);
    if (found === undefined) {
      return;
    }
    if (found.check === 'gone') {
      this.#deps.warn(this.#deps.t('{0} is no longer in the workspace.', found.path));
      return;
    }
    if (found.check === 'changed') {
      this.#deps.warn(this.#deps.t('The cited lines of {0} have changed since the answer was written.', found.path));
    }
    await this.#deps.reveal(found.path, found.span, beside);
  }

  /** The view asks whenever it shows a citation: one check of each at a time is enough. */
  async #checkCitation({ turnId, n }: Extract<Intent, { type: 'checkCitation' }>): Promise<void> {
    const name = `${turnId} ${n}`;
    if (this.#checking.has(name)) {
      return;
    }
    this.#checking.add(name);
    try {
      await this.#recheck(turnId, n);
    } finally {
      this.#checking.delete(name);
    }
  }

  /** Looks a source up and shows where it is now. @returns nothing for what is not in a file of the workspace. */
  async #recheck(turnId: string, n: number): Promise<FoundPassage | undefined> {
    const passage = this.#passage(turnId, n);
    const source = this.#turn(turnId)?.sources.find((candidate) => candidate.n === n);
    if (passage === undefined || source === undefined || passage.origin !== undefined) {
      return undefined;
    }
    const found = await findCited(passage, source.path, this.#deps);
    const { path, check, span: { startLine, endLine } } = found;
    const place = { path, check, startLine, endLine };
    if (!isSamePlace(source, place)) {
      this.#emit({ type: 'sourceChecked', turnId, n, place });
      this.#save();
    }
    return found;
  }

  #passage(turnId: string, n: number): Passage | undefined {
    return this.#evidence.get(turnId)?.find((evidence) => evidence.n === n)?.passage;
  }

  #turn(id: string): TurnView | undefined {
    return this.#state.turns.find((turn) => turn.id === id);
  }

  #emit(event: ViewEvent): void {
    this.#state = reduceView(this.#state, event);
    this.#deps.post(event);
  }

  #save(): void {
    this.#deps.save({
      turns: this.#state.turns.map((view) => ({ view, evidence: this.#evidence.get(view.id) ?? [] })),
    });
  }
}

function isSamePlace(a: SourcePlace, b: SourcePlace): boolean {
  return a.path === b.path && a.check === b.check && a.startLine === b.startLine && a.endLine === b.endLine;
}

/** A turn that was running when the window closed did not end: say so. */
function interrupted(turn: TurnView): TurnView {
  return turn.end === undefined ? { ...turn, end: { kind: 'cancelled' } } : turn;
}
