import type { SourceView } from '../../src/protocol/viewState';
import type { CitationCard } from '../components/citationCard';

/** Until a pointer that passes by counts as resting, and one that left as gone. In ms. */
const REST_MS = 250;

/** Finds the source behind a number of a turn. */
export type SourceLookup = (turnId: string, n: number) => SourceView | undefined;

/**
 * Shows the card for whatever carries `data-n` in a `data-turn`: when a pointer rests on it, and at once when it gets
 * the focus by keyboard. The card stays while the pointer or the focus is on either of the two.
 */
export function showOnHover(root: HTMLElement, card: CitationCard, sourceOf: SourceLookup): void {
  let timer: number | undefined;
  const later = (act: () => void): void => {
    clearTimeout(timer);
    timer = window.setTimeout(act, REST_MS);
  };
  const show = (target: HTMLElement): void => {
    clearTimeout(timer);
    const source = sourceOf(turnOf(target), Number(target.dataset.n));
    if (source !== undefined) {
      card.show(target, source);
    }
  };
  /** The citation that was just opened: its card stays away until the pointer has been elsewhere. */
  let opened: string | undefined;
  const isInUse = (node: Node): boolean => card.element.contains(node) || card.anchor?.contains(node) === true;

  root.addEventListener('pointerover', ({ target }) => {
    const citation = citationAt(target);
    opened = opened === nameOf(citation) ? opened : undefined;
    if (isInUse(target as Node)) {
      clearTimeout(timer);
    } else if (citation !== undefined && opened === undefined) {
      later(() => { show(citation); });
    } else if (!isInUse(document.activeElement ?? root)) {
      later(card.hide);
    }
  });
  root.addEventListener('click', ({ target }) => {
    opened = nameOf(citationAt(target));
    if (opened !== undefined) {
      clearTimeout(timer);
      card.hide();
    }
  });
  root.addEventListener('focusin', ({ target }) => {
    const citation = citationAt(target);
    if (citation !== undefined && citation !== card.anchor && citation.matches(':focus-visible')) {
      show(citation);
    } else if (!isInUse(target as Node)) {
      card.hide();
    }
  });
  root.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' && card.anchor !== undefined && event.target === card.anchor) {
      event.preventDefault();
      card.enter();
    }
  });
  root.addEventListener('pointerleave', () => { later(card.hide); });
  root.addEventListener('scroll', ({ target }) => {
    if (!card.element.contains(target as Node)) {
      card.follow();
    }
  }, { capture: true });
}

function turnOf(citation: HTMLElement): string {
  return citation.closest<HTMLElement>('[data-turn]')?.dataset.turn ?? '';
}

/** The same for what is shown anew in the place of the same citation. */
function nameOf(citation: HTMLElement | undefined): string | undefined {
  return citation === undefined ? undefined : `${turnOf(citation)} ${citation.dataset.n ?? ''}`;
}

function citationAt(target: EventTarget | null): HTMLElement | undefined {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-n]') ?? undefined) : undefined;
}
