import { findCited } from '../answer/findCited';
import type { Citation } from '../model/answer';
import type { Note, QuestionContext } from '../model/conversation';
import { toAssistantError } from '../model/errors';
import type { Evidence } from '../model/evidence';
import type { Intent } from '../protocol/intent';
import { reduceView } from '../protocol/reduceView';
import { defined } from '../util/defined';
import type { ViewEvent } from '../protocol/viewEvent';
import type { IndexStatusView, TurnEndView, TurnView, ViewState } from '../protocol/viewState';
import type { ChatHistory } from './chatHistory';
import type { CitationDeps } from './citationDesk';
import { CitationDesk } from './citationDesk';
import { noteOfAnswer } from './noteOfAnswer';
import { presentCut, presentEnd, presentFailure, presentReference, presentSources, presentStep, presentTrouble } from './present';
import { doubtsOf, presentRevisions, presentVerification } from './presentVerification';
import { TurnRecords } from './turnRecords';
import type { TurnEvent, TurnOutcome } from '../model/turn';

/** A question as the chat asks it. */
export interface ChatQuestion {
  readonly question: string;
  readonly context: QuestionContext;
  /** False to have the answer extracted although a model is set up. */
  readonly usesModel: boolean;
}

/** What the chat needs of the world around it; the texts of files are those that the person sees, saved or not. */
export interface ChatDeps extends CitationDeps {
  /** Answers one question. @throws AssistantError */
  answer(question: ChatQuestion, signal: AbortSignal): AsyncIterable<TurnEvent>;
  /** The document that the person has before them, by path, if it is one of the workspace. */
  selected(): string | undefined;
  /** Shows an event in the view, if there is one. */
  post(event: ViewEvent): void;
  /** Keeps the conversation. */
  save(history: ChatHistory): void;
  copy(text: string): Promise<void>;
  /** Saves a note, and tells the person. @throws AssistantError files.unreadable */
  remember(note: Note): Promise<void>;
  setUpModel(): Promise<void>;
  showIndexReport(): Promise<void>;
  newId(): string;
  /** The date and time now, ISO 8601. */
  date(): string;
}

interface RunningTurn {
  readonly id: string;
  readonly controller: AbortController;
}

/** One conversation: takes intents, runs turns, keeps the state that the view shows. */
export class ChatController {
  readonly #deps: ChatDeps;
  readonly #records: TurnRecords;
  readonly #citations: CitationDesk;
  #state: ViewState;
  #running: RunningTurn | undefined;

  constructor(deps: ChatDeps, history: ChatHistory) {
    this.#deps = deps;
    this.#state = { turns: history.turns.map(({ view }) => interrupted(view)), index: { kind: 'starting' }, suggestions: [] };
    this.#records = new TurnRecords(history);
    this.#citations = new CitationDesk(deps, {
      passage: (turnId, n) => this.#records.passage(turnId, n),
      source: (turnId, n) => this.#turn(turnId)?.sources.find((source) => source.n === n),
      place: (turnId, n, place) => {
        this.#emit({ type: 'sourceChecked', turnId, n, place });
        this.#save();
      },
    });
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
      case 'rememberAnswer':
        return this.#remember(intent.turnId);
      case 'openCitation':
        return this.#citations.open(intent);
      case 'checkCitation':
        return this.#citations.check(intent);
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
    const context: QuestionContext = { history: this.#records.past(this.#state.turns), ...defined({ selected: this.#deps.selected() }) };
    this.#emit({ type: 'turnStarted', turnId: id, question });
    this.#save();
    let end: TurnEndView = { kind: 'cancelled' };
    try {
      for await (const event of this.#deps.answer({ question, context, usesModel }, controller.signal)) {
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
        this.#records.keep(turnId, { evidence: event.evidence });
        this.#emit({ type: 'sources', turnId, sources: presentSources(event.evidence) });
        break;
      case 'answering':
        this.#showAuthor(turnId, event);
        break;
      case 'delta':
        this.#emit({ type: 'answerDelta', turnId, text: event.text });
        break;
      case 'revised':
        this.#emit({ type: 'answerRevised', turnId, answer: event.answer, remark: presentRevisions(event.revisions, this.#deps.t) });
        break;
      case 'ended':
        this.#records.keep(turnId, event.outcome.notes === undefined ? {} : { notes: event.outcome.notes });
        await this.#showOutcome(turnId, event.outcome);
        break;
      default: // a step, or of interest to the trace only
        break;
    }
  }

  #showAuthor(turnId: string, { model, notice, trouble }: Extract<TurnEvent, { type: 'answering' }>): void {
    const told = [notice, trouble && presentTrouble(trouble, this.#deps.t)].filter((part) => part !== undefined).join(' ');
    this.#emit({ type: 'answeredBy', turnId, ...defined({ model }), ...(told === '' ? {} : { notice: told }) });
  }

  async #showOutcome(turnId: string, { evidence, citations, unsupported, isUngrounded, verification, cutBy }: TurnOutcome): Promise<void> {
    const { t } = this.#deps;
    const checked = await Promise.all(citations.map((citation) => this.#seen(citation, evidence)));
    const doubts = verification === undefined ? [] : doubtsOf(verification, unsupported);
    this.#emit({ type: 'sources', turnId, sources: presentSources(evidence, checked, [...unsupported, ...doubts]) });
    const remarks = [
      ...(cutBy === undefined ? [] : [presentCut(cutBy, t)]),
      ...(verification === undefined ? [] : presentVerification(verification, t)),
      ...(isUngrounded ? [t('Nothing in this answer is backed by your documents.')] : []),
    ];
    if (remarks.length > 0) {
      this.#emit({ type: 'remarked', turnId, remark: remarks.join(' ') });
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
      this.#records.forget(turnId);
      this.#emit({ type: 'turnRemoved', turnId });
      await this.#ask(turn.question, usesModel);
    }
  }

  #clear(): void {
    this.#running?.controller.abort();
    this.#running = undefined;
    for (const { id } of this.#state.turns) {
      this.#records.forget(id);
      this.#emit({ type: 'turnRemoved', turnId: id });
    }
    this.#save();
  }

  async #remember(turnId: string): Promise<void> {
    const turn = this.#turn(turnId);
    if (turn !== undefined && turn.answer !== '') {
      await this.#deps.remember(noteOfAnswer(turn, { id: this.#deps.newId(), savedAt: this.#deps.date() }, this.#deps.t));
    }
  }

  async #copy(turnId: string): Promise<void> {
    const turn = this.#turn(turnId);
    if (turn !== undefined) {
      const list = turn.sources.filter(({ cited }) => cited).map((source) => presentReference(source, this.#deps.t));
      await this.#deps.copy([turn.answer.trim(), ...(list.length === 0 ? [] : [list.join('\n')])].join('\n\n'));
    }
  }

  #turn(id: string): TurnView | undefined {
    return this.#state.turns.find((turn) => turn.id === id);
  }

  #emit(event: ViewEvent): void {
    this.#state = reduceView(this.#state, event);
    this.#deps.post(event);
  }

  #save(): void {
    this.#deps.save(this.#records.history(this.#state.turns));
  }
}

/** A turn that was running when the window closed did not end: say so. */
function interrupted(turn: TurnView): TurnView {
  return turn.end === undefined ? { ...turn, end: { kind: 'cancelled' } } : turn;
}
