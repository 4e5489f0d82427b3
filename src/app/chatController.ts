import { locateQuote } from '../answer/checkCitation';
import { toAssistantError } from '../model/errors';
import type { Evidence } from '../model/evidence';
import type { Span } from '../model/span';
import type { Intent } from '../protocol/intent';
import { reduceView } from '../protocol/reduceView';
import type { ViewEvent } from '../protocol/viewEvent';
import type { IndexStatusView, SourceView, TurnEndView, TurnView, ViewState } from '../protocol/viewState';
import type { ChatHistory } from './chatHistory';
import { presentEnd, presentFailure, presentSources, presentStep } from './present';
import type { Translate } from './translate';
import type { TurnEvent } from '../model/turn';

/** What the chat needs of the world around it. */
export interface ChatDeps {
  /** Answers one question. @throws AssistantError */
  answer(question: string, signal: AbortSignal): AsyncIterable<TurnEvent>;
  /** Shows an event in the view, if there is one. */
  post(event: ViewEvent): void;
  /** The text of a workspace file as it is now. */
  readText(path: string): Promise<string | undefined>;
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
}

/** One conversation: takes intents, runs turns, keeps the state that the view shows. */
export class ChatController {
  readonly #deps: ChatDeps;
  readonly #evidence = new Map<string, readonly Evidence[]>();
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
        return this.#ask(intent.text);
      case 'stop':
        this.dispose();
        return;
      case 'newChat':
        this.#clear();
        return;
      case 'retry':
        return this.#retry(intent.turnId);
      case 'copyAnswer':
        return this.#copy(intent.turnId);
      case 'openCitation':
        return this.#openCitation(intent);
      case 'openLink':
        return this.#deps.openLink(intent.href);
      case 'setUpModel':
        return this.#deps.setUpModel();
      case 'showIndexReport':
        return this.#deps.showIndexReport();
    }
  }

  async #ask(question: string): Promise<void> {
    if (this.#running !== undefined) {
      this.#deps.warn(this.#deps.t('One question at a time: wait for the answer, or stop it.'));
      return;
    }
    const id = this.#deps.newId();
    const controller = new AbortController();
    this.#running = { id, controller };
    this.#emit({ type: 'turnStarted', turnId: id, question });
    this.#save();
    let end: TurnEndView = { kind: 'cancelled' };
    try {
      for await (const event of this.#deps.answer(question, controller.signal)) {
        this.#show(id, event);
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

  #show(turnId: string, event: TurnEvent): void {
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
      case 'ended': {
        const { evidence, citations, unsupported, isUngrounded } = event.outcome;
        this.#emit({ type: 'sources', turnId, sources: presentSources(evidence, citations, unsupported) });
        if (isUngrounded) {
          this.#emit({ type: 'answeredBy', turnId, notice: this.#deps.t('Nothing in this answer is backed by your documents.') });
        }
        break;
      }
      case 'searching':
      case 'found':
        break;
    }
  }

  async #retry(turnId: string): Promise<void> {
    const turn = this.#turn(turnId);
    if (turn !== undefined && this.#running === undefined) {
      this.#evidence.delete(turnId);
      this.#emit({ type: 'turnRemoved', turnId });
      await this.#ask(turn.question);
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
      const sources = turn.sources.filter(({ cited }) => cited);
      const list = sources.map(({ n, path, startLine, endLine }) => `[${n}] ${path}:${startLine}-${endLine}`);
      await this.#deps.copy([turn.answer.trim(), ...(list.length === 0 ? [] : [list.join('\n')])].join('\n\n'));
    }
  }

  /** A citation is a number: the passage comes from the turn's evidence, its place from the file as it is now. */
  async #openCitation({ turnId, n, beside = false }: Extract<Intent, { type: 'openCitation' }>): Promise<void> {
    const passage = this.#evidence.get(turnId)?.find((evidence) => evidence.n === n)?.passage;
    if (passage === undefined) {
      return;
    }
    const located = locateQuote(passage.text, passage.span, await this.#deps.readText(passage.path));
    this.#setCheck(turnId, n, located);
    if (located.check === 'gone') {
      this.#deps.warn(this.#deps.t('{0} is no longer in the workspace.', passage.path));
      return;
    }
    if (located.check === 'changed') {
      this.#deps.warn(this.#deps.t('The cited lines of {0} have changed since the answer was written.', passage.path));
    }
    await this.#deps.reveal(passage.path, located.span, beside);
  }

  #setCheck(turnId: string, n: number, { check, span }: Pick<SourceView, 'check'> & { span: Span }): void {
    const sources = (this.#turn(turnId)?.sources ?? []).map((source) =>
      source.n === n && check !== undefined
        ? { ...source, check, startLine: span.startLine, endLine: span.endLine }
        : source,
    );
    this.#emit({ type: 'sources', turnId, sources });
    this.#save();
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

/** A turn that was running when the window closed did not end: say so. */
function interrupted(turn: TurnView): TurnView {
  return turn.end === undefined ? { ...turn, end: { kind: 'cancelled' } } : turn;
}
