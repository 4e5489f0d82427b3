import type { SourceView, TurnView } from '../../src/protocol/viewState';
import { h } from '../dom';
import { icon, type IconName } from '../icons';
import { t } from '../l10n';

/** Accessible name of a citation in the text. A check that found the lines other than cited is part of it. */
export function citationLabel(source: SourceView): string {
  const { n, origin, path, startLine, endLine, check } = source;
  if (origin !== undefined) {
    return origin.kind === 'web' ? t.webCitation(n, origin.host) : t.noteCitation(n, path);
  }
  const label = t.citation(n, path, startLine, endLine);
  return check === undefined || check === 'verified' ? label : `${label}, ${t.checkShort[check]}`;
}

/** The result of the last check of a file's lines, or that a source is no file, in a word and an icon. */
function badgeOf({ origin, check }: SourceView): HTMLElement | undefined {
  if (origin !== undefined) {
    return badge(origin.kind, t[origin.kind].short, t[origin.kind].long);
  }
  return check === undefined ? undefined : badge(check, t.checkShort[check], t.check[check]);
}

function badge(name: IconName, short: string, long: string): HTMLElement {
  return h('span', { class: `badge ${name}`, title: long }, icon(name), short);
}

/** Where in its file a source stands; pages and notes have no lines to go to. */
function linesOf({ origin, startLine, endLine }: SourceView): HTMLElement | undefined {
  return origin === undefined ? h('span', { class: 'lines' }, t.lines(startLine, endLine)) : undefined;
}

/** The lines of a source and what became of them, which stay together where there is no room beside the name. */
export function standingOf(source: SourceView): HTMLElement {
  return h('span', { class: 'standing' }, linesOf(source), badgeOf(source));
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
  const { name, folder } = namesOf(source);
  return h(
    'button',
    { type: 'button', class: 'source', 'data-n': source.n, 'aria-haspopup': 'dialog' },
    h('span', { class: 'number' }, String(source.n)),
    h(
      'span',
      { class: 'where' },
      h('span', { class: 'file' }, name),
      standingOf(source),
      h('span', { class: 'trail' }, [folder, source.headings.join(' › ')].filter(Boolean).join(' · ')),
    ),
  );
}

/** What a source is called, and where that is. */
function namesOf({ origin, path }: SourceView): { readonly name: string; readonly folder: string } {
  switch (origin?.kind) {
    case 'web':
      return { name: origin.host, folder: origin.url };
    case 'memory':
      return { name: path, folder: '' };
    case undefined: {
      const slash = path.lastIndexOf('/') + 1;
      return { name: path.slice(slash), folder: path.slice(0, slash) };
    }
  }
}
