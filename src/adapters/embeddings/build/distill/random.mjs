/**
 * A seeded source of random numbers, so that the recipe gives the same table again.
 * Source: mulberry32 by Tommy Ettinger, public domain.
 *
 * @param {number} seed @returns {() => number} uniform in [0, 1)
 */
export function seededRandom(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Shuffles in place (Fisher and Yates). @template T @param {T[]} items @param {() => number} random @returns {T[]} */
export function shuffle(items, random) {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [items[i], items[j]] = [items[j], items[i]];
  }
  return items;
}
