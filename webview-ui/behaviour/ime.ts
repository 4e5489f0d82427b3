/** The key press that ends a composition follows its end within this time; a deliberate one comes later. In ms. */
const SETTLE_MS = 60;

/** Key code of a press that an input method handles itself. */
const HANDLED_BY_INPUT_METHOD = 229;

/** When the last composition in a field ended, as an event time stamp. */
export interface Composition {
  endedAt: number;
}

/** Remembers when compositions end in a field. */
export function watchComposition(field: HTMLElement): Composition {
  const composition = { endedAt: Number.NEGATIVE_INFINITY };
  field.addEventListener('compositionend', (event) => {
    composition.endedAt = event.timeStamp;
  });
  return composition;
}

/**
 * Whether a key press belongs to an input method and is no command to us. `isComposing` alone is not enough: some
 * report only key code 229, and some end the composition just before the key press that ended it.
 */
export function isComposing(event: KeyboardEvent, composition: Composition): boolean {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only sign that some input methods give
  return event.isComposing || event.keyCode === HANDLED_BY_INPUT_METHOD || event.timeStamp - composition.endedAt < SETTLE_MS;
}
