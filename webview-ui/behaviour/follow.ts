/** How near to the end counts as at the end, in CSS pixels: zoom makes scroll positions fractional. */
const NEAR_PX = 24;

/** Moves a scrolled element along with what comes in, as far as the reader wants it. */
export interface Follower {
  /** To be called after the content changed: keeps the end in view if that is where the reader went. */
  readonly follow: () => void;
  readonly jumpToEnd: () => void;
  /** Puts the start of an element at the top and lets it grow from there: what is new is read from its beginning. */
  readonly showStart: (element: HTMLElement) => void;
}

/** @param onMove - told whether the end is in view, whenever that may have changed. */
export function followEnd(scroller: HTMLElement, onMove: (isAtEnd: boolean) => void): Follower {
  let isFollowing = false;
  let lastTop = 0;
  const isAtEnd = (): boolean => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight <= NEAR_PX;
  const moveTo = (top: number): void => {
    scroller.scrollTop = top;
    lastTop = scroller.scrollTop;
    onMove(isAtEnd());
  };
  const jumpToEnd = (): void => {
    isFollowing = true;
    moveTo(scroller.scrollHeight);
  };
  const follow = (): void => {
    if (isFollowing) {
      jumpToEnd();
    } else {
      onMove(isAtEnd());
    }
  };
  scroller.addEventListener('scroll', () => {
    const moved = scroller.scrollTop - lastTop;
    // Only the reader's moves count: ours are over by now, and text that arrived since leaves the end behind.
    if (moved !== 0) {
      isFollowing = isAtEnd() || (isFollowing && moved > 0);
    }
    lastTop = scroller.scrollTop;
    onMove(isAtEnd());
  });
  new ResizeObserver(follow).observe(scroller);
  return {
    follow,
    jumpToEnd,
    showStart: (element) => {
      isFollowing = false;
      const { top } = element.getBoundingClientRect();
      const inset = Number.parseFloat(getComputedStyle(scroller).paddingTop);
      moveTo(scroller.scrollTop + top - scroller.getBoundingClientRect().top - inset);
    },
  };
}
