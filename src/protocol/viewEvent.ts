import type { IndexStatusView, SourcePlace, SourceView, StepView, TurnEndView, ViewState } from './viewState';

/** What the host tells the view, in the order it happened. */
export type ViewEvent =
  | { readonly type: 'snapshot'; readonly state: ViewState }
  | { readonly type: 'turnStarted'; readonly turnId: string; readonly question: string }
  | { readonly type: 'step'; readonly turnId: string; readonly step: StepView }
  | { readonly type: 'answerDelta'; readonly turnId: string; readonly text: string }
  /** A corrected answer takes the place of what was told, and the remark says what became of it. */
  | { readonly type: 'answerRevised'; readonly turnId: string; readonly answer: string; readonly remark: string }
  | { readonly type: 'remarked'; readonly turnId: string; readonly remark: string }
  | { readonly type: 'sources'; readonly turnId: string; readonly sources: readonly SourceView[] }
  | { readonly type: 'sourceChecked'; readonly turnId: string; readonly n: number; readonly place: SourcePlace }
  | { readonly type: 'answeredBy'; readonly turnId: string; readonly model?: string; readonly notice?: string }
  | { readonly type: 'turnEnded'; readonly turnId: string; readonly end: TurnEndView }
  | { readonly type: 'turnRemoved'; readonly turnId: string }
  /** The person comes to type: the question box takes the focus. */
  | { readonly type: 'focusQuestion' }
  | { readonly type: 'indexStatus'; readonly status: IndexStatusView }
  | { readonly type: 'modelChanged'; readonly model?: string }
  | { readonly type: 'suggestions'; readonly suggestions: readonly string[] };
