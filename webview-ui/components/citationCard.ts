import type { SourceView } from '../../src/protocol/viewState';
import { h, patch } from '../dom';
import { icon } from '../icons';
import { t } from '../l10n';
import { isInView, place } from '../behaviour/place';
import { citationLabel, standingOf } from './sources';

/** A floating box with the passage behind a citation. It belongs to the anchor that it was shown for. */
export interface CitationCard {
  readonly element: HTMLElement;
  readonly anchor: HTMLElement | undefined;
  readonly show: (anchor: HTMLElement, source: SourceView) => void;
  /** Shows what has become of the source that the card is open for, and touches nothing else. */
  readonly update: (source: SourceView) => void;
  /** @returns whether there was anything to hide; focus inside goes back to the anchor. */
  readonly hide: () => boolean;
  /** Follows the anchor after the page scrolled or changed; hides where that is no longer in view. */
  readonly follow: () => void;
  /** Moves the focus to the passage, for reading by keyboard. */
  readonly enter: () => void;
}

/** A hidden card. */
export function createCitationCard(): CitationCard {
  const element = h('div', { class: 'card', role: 'dialog', hidden: true });
  let anchor: HTMLElement | undefined;
  let shown: SourceView | undefined;
  const hide = (): boolean => {
    const wasShown = !element.hidden;
    if (element.contains(document.activeElement)) {
      anchor?.focus();
    }
    element.hidden = true;
    anchor = undefined;
    return wasShown;
  };
  return {
    element,
    hide,
    get anchor() {
      return anchor;
    },
    show: (target, source) => {
      anchor = target;
      shown = source;
      element.ariaLabel = citationLabel(source);
      element.replaceChildren(...content(source));
      element.hidden = false;
      place(element, target);
      showMark(element);
    },
    update: (source) => {
      if (source !== shown) {
        shown = source;
        element.ariaLabel = citationLabel(source);
        patch(element, ...content(source));
      }
    },
    follow: () => {
      if (anchor !== undefined && isInView(anchor)) {
        place(element, anchor);
      } else {
        hide();
      }
    },
    enter: () => {
      element.querySelector<HTMLElement>('.passage')?.focus();
    },
  };
}

function content(source: SourceView): Node[] {
  const missing = source.missing ?? [];
  return [
    h(
      'div',
      { class: 'card-head' },
      h('span', { class: 'card-path' }, source.origin?.kind === 'web' ? source.origin.url : source.path),
      standingOf(source),
    ),
    source.headings.length > 0 && h('div', { class: 'trail' }, source.headings.join(' › ')),
    h('div', { class: 'passage', tabindex: 0, role: 'region', 'aria-label': t.passage }, ...passageOf(source)),
    missing.length > 0 && h('div', { class: 'missing' }, icon('warning'), h('span', {}, t.missing(missing.join(' · ')))),
    h('div', { class: 'hint' }, openHint(source), h('span', {}, t.readHint)),
  ].filter((node) => node !== false);
}

/** The passage, what the answer rests on in it marked. */
function passageOf({ text, support = [] }: SourceView): (Node | string)[] {
  const parts = support.flatMap(({ start, end }, at) => [text.slice(support[at - 1]?.end ?? 0, start), h('mark', {}, text.slice(start, end))]);
  return [...parts, text.slice(support.at(-1)?.end ?? 0)];
}

/** A long passage is scrolled to what is marked in it, a line of what is before it left to see. */
function showMark(card: HTMLElement): void {
  const passage = card.querySelector<HTMLElement>('.passage');
  const mark = passage?.querySelector<HTMLElement>('mark');
  if (passage && mark) {
    const lineHeight = Number.parseFloat(getComputedStyle(passage).lineHeight) || 0;
    passage.scrollTop = mark.offsetTop - passage.offsetTop - lineHeight;
  }
}

/** A note opens nowhere: it is all on the card. */
function openHint({ origin }: SourceView): HTMLElement | undefined {
  return origin?.kind === 'memory' ? undefined : h('span', {}, origin === undefined ? t.openHint : t.openWebHint);
}
