import type { SourceView, TurnView } from '../../src/protocol/viewState';
import { h, patch } from '../dom';
import { t } from '../l10n';
import { type ClosedBlocks, NOTHING_CLOSED, renderGrowing, renderWhole } from '../markdown/answerBlocks';
import type { AnswerEnv, CitationMarks } from '../markdown/citations';
import { sanitize } from '../markdown/sanitize';
import { citationLabel } from './sources';

/** The Markdown of an answer, shown as it grows. */
export interface Answer {
  readonly element: HTMLElement;
  update(turn: TurnView): void;
}

/** An empty answer; {@link Answer.update} fills it and touches only the blocks that changed. */
export function createAnswer(): Answer {
  const element = h('div', { class: 'answer' });
  let text = '';
  let sources: readonly SourceView[] = [];
  let env = answerEnv(sources);
  let closed: ClosedBlocks = NOTHING_CLOSED;
  let shown: readonly string[] = [];
  return {
    element,
    update: (turn) => {
      if (turn.sources !== sources || !turn.answer.startsWith(text)) {
        sources = turn.sources;
        env = answerEnv(sources);
        closed = NOTHING_CLOSED;
      }
      text = turn.answer;
      if (turn.end === undefined) {
        const grown = renderGrowing(text, closed, env);
        closed = grown.closed;
        shown = show(element, shown, grown.html);
      } else {
        shown = show(element, shown, renderWhole(text, env));
      }
    },
  };
}

function show(element: HTMLElement, before: readonly string[], now: readonly string[]): readonly string[] {
  now.forEach((html, index) => {
    const block = element.children[index] ?? element.appendChild(h('div', { class: 'block' }));
    if (before[index] !== html) {
      patch(block as HTMLElement, ...sanitize(html).childNodes);
    }
  });
  while (element.children.length > now.length) {
    element.lastElementChild?.remove();
  }
  return now;
}

function answerEnv(sources: readonly SourceView[]): AnswerEnv {
  const marks: CitationMarks = new Map(
    sources.map((source) => [source.n, { label: citationLabel(source), doubt: isInDoubt(source) }]),
  );
  return { marks, copyLabel: t.copyCode, plainTextLabel: t.plainText };
}

function isInDoubt(source: SourceView): boolean {
  return source.check === 'changed' || source.check === 'gone' || (source.missing ?? []).length > 0;
}
