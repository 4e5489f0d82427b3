import type { ViewEvent } from './viewEvent';
import type { StepView, TurnView, ViewState } from './viewState';

/**
 * The state after an event. Pure, and run at both ends: the host answers `ready` with a snapshot of its state,
 * which equals what a view that saw every event holds.
 *
 * An event for a turn that is not there changes nothing.
 */
export function reduceView(state: ViewState, event: ViewEvent): ViewState {
  switch (event.type) {
    case 'snapshot':
      return event.state;
    case 'turnStarted':
      return {
        ...state,
        turns: [...state.turns, { id: event.turnId, question: event.question, steps: [], answer: '', sources: [] }],
      };
    case 'turnRemoved':
      return { ...state, turns: state.turns.filter((turn) => turn.id !== event.turnId) };
    case 'focusQuestion':
      return state;
    case 'indexStatus':
      return { ...state, index: event.status };
    case 'modelChanged':
      return {
        turns: state.turns,
        index: state.index,
        suggestions: state.suggestions,
        ...(event.model === undefined ? {} : { model: event.model }),
      };
    case 'suggestions':
      return { ...state, suggestions: event.suggestions };
    default:
      return { ...state, turns: state.turns.map((turn) => (turn.id === event.turnId ? reduceTurn(turn, event) : turn)) };
  }
}

type TurnEvent = Extract<ViewEvent, { type: 'step' | 'answerDelta' | 'answerRevised' | 'remarked' | 'sources' | 'sourceChecked' | 'answeredBy' | 'turnEnded' }>;

function reduceTurn(turn: TurnView, event: TurnEvent): TurnView {
  switch (event.type) {
    case 'step':
      return { ...turn, steps: withStep(turn.steps, event.step) };
    case 'answerDelta':
      return { ...turn, answer: turn.answer + event.text };
    case 'answerRevised':
      return { ...turn, answer: event.answer, remark: event.remark };
    case 'remarked':
      return { ...turn, remark: event.remark };
    case 'sources':
      return { ...turn, sources: event.sources };
    case 'sourceChecked':
      return { ...turn, sources: turn.sources.map((source) => (source.n === event.n ? { ...source, ...event.place } : source)) };
    case 'answeredBy':
      return {
        ...turn,
        ...(event.model === undefined ? {} : { model: event.model }),
        ...(event.notice === undefined ? {} : { notice: event.notice }),
      };
    case 'turnEnded':
      return { ...turn, steps: turn.steps.map(finished), end: event.end };
  }
}

/** Steps with names run side by side, until one without comes. */
function withStep(steps: readonly StepView[], step: StepView): StepView[] {
  if (step.id !== undefined && steps.some(({ id }) => id === step.id)) {
    return steps.map((other) => (other.id === step.id ? step : other));
  }
  return [...steps.map((other) => (step.id === undefined || other.id === undefined ? finished(other) : other)), step];
}

function finished(step: StepView): StepView {
  return { ...step, done: true };
}
