import type { SourceView } from '../../src/protocol/viewState';
import type { CitationCard } from '../components/citationCard';

/** Until a pointer that passes by counts as resting, and one that left as gone. In ms. */
const REST_MS = 250;

/** A citation by the turn that it stands in and its number. */
export interface CitationName {
  readonly turnId: string;
  readonly n: number;
}

/** What the card needs of the chat. */
export interface HoverActions {
  /** Finds the source behind a citation. */
  readonly sourceOf: (name: CitationName) => SourceView | undefined;
  /** Called whenever the card opens. */
  readonly onShown: (name: CitationName) => void;
}

/**
 * Shows the card for whatever carries `data-n` in a `data-turn`: when a pointer rests on it, and at once when it gets
 * the focus by keyboard. The card stays while the pointer or the focus is on either of the two.
 */
export function showOnHover(root: HTMLElement, card: CitationCard, { sourceOf, onShown }: HoverActions): void {
  let timer: number | undefined;
  const later = (act: () => void): void => {
    clearTimeout(timer);
    timer = window.setTimeout(act, REST_MS);
  };
  const show = (target: HTMLElement): void => {
    clearTimeout(timer);
    const name = nameOf(target);
    const source = sourceOf(name);
    if (source !== undefined) {
      card.show(target, source);
      onShown(name);
    }
  };
  /**
   * The citation that was just opened: its card stays away until the pointer has been elsewhere, be it on the same
   * number further on.
   */
  let opened: HTMLElement | undefined;
  const isInUse = (node: Node): boolean => card.element.contains(node) || card.anchor?.contains(node) === true;

  root.addEventListener('pointerover', ({ target }) => {
    const citation = citationAt(target);
    opened = opened === citation ? opened : undefined;
    if (isInUse(target as Node)) {
      clearTimeout(timer);
    } else if (citation !== undefined && opened === undefined) {
      later(() => { show(citation); });
    } else if (!isInUse(document.activeElement ?? root)) {
      later(card.hide);
    }
  });
  root.addEventListener('click', ({ target }) => {
    opened = citationAt(target);
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
  root.addEventListener('pointerleave', () => {
    opened = undefined;
    later(card.hide);
  });
  root.addEventListener('scroll', ({ target }) => {
    if (!card.element.contains(target as Node)) {
      card.follow();
    }
  }, { capture: true });
}

/** The name of the citation that an element shows. */
export function nameOf(citation: HTMLElement): CitationName {
  return { turnId: citation.closest<HTMLElement>('[data-turn]')?.dataset.turn ?? '', n: Number(citation.dataset.n) };
}

function citationAt(target: EventTarget | null): HTMLElement | undefined {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-n]') ?? undefined) : undefined;
}
