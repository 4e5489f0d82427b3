import type { SourceView, TurnView } from '../../src/protocol/viewState';
import { h } from '../dom';
import { icon } from '../icons';
import { t } from '../l10n';

/** Accessible name of a citation in the text. A check that found the lines other than cited is part of it. */
export function citationLabel(source: SourceView): string {
  const label = t.citation(source.n, source.path, source.startLine, source.endLine);
  return source.check === undefined || source.check === 'verified' ? label : `${label}, ${t.checkShort[source.check]}`;
}

/** The result of the last check, in a word and an icon. */
function checkBadge(source: SourceView): HTMLElement | undefined {
  return source.check === undefined
    ? undefined
    : h(
        'span',
        { class: `badge ${source.check}`, title: t.check[source.check] },
        icon(source.check),
        t.checkShort[source.check],
      );
}

/** The lines of a source and what became of them, which stay together where there is no room beside the name. */
export function standingOf(source: SourceView): HTMLElement {
  return h('span', { class: 'standing' }, h('span', { class: 'lines' }, t.lines(source.startLine, source.endLine)), checkBadge(source));
}

/** What an answer rests on: the cited sources, and, folded, what was retrieved besides. */
export function sourcesList(turn: TurnView): HTMLElement | undefined {
  if (turn.end === undefined || turn.sources.length === 0) {
    return undefined;
  }
  const cited = turn.sources.filter((source) => source.cited);
  const others = turn.sources.filter((source) => !source.cited);
  return h(
    'section',
    { class: 'sources', 'aria-label': t.sources },
    cited.length > 0 && h('h3', {}, t.sources),
    cited.length > 0 && list(cited),
    others.length > 0 && h('details', {}, h('summary', {}, t.alsoRetrieved(others.length)), list(others)),
  );
}

function list(sources: readonly SourceView[]): HTMLElement {
  return h('ul', {}, ...sources.map((source) => h('li', {}, row(source))));
}

function row(source: SourceView): HTMLElement {
  const slash = source.path.lastIndexOf('/') + 1;
  return h(
    'button',
    { type: 'button', class: 'source', 'data-n': source.n, 'aria-haspopup': 'dialog' },
    h('span', { class: 'number' }, String(source.n)),
    h(
      'span',
      { class: 'where' },
      h('span', { class: 'file' }, source.path.slice(slash)),
      standingOf(source),
      h('span', { class: 'trail' }, [source.path.slice(0, slash), source.headings.join(' › ')].filter(Boolean).join(' · ')),
    ),
  );
}
