/** How near to the end counts as at the end, in CSS pixels: zoom makes scroll positions fractional. */
const NEAR_PX = 24;

/** Keeps the end of a scrolled element in view as long as the reader is there, and lets go when they scroll up. */
export interface Follower {
  /** To be called after the content changed. */
  readonly follow: () => void;
  readonly jumpToEnd: () => void;
}

/** @param onMove - told whether the end is in view, whenever that may have changed. */
export function followEnd(scroller: HTMLElement, onMove: (isAtEnd: boolean) => void): Follower {
  let isFollowing = true;
  let lastTop = 0;
  const isAtEnd = (): boolean => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight <= NEAR_PX;
  const jumpToEnd = (): void => {
    isFollowing = true;
    scroller.scrollTop = scroller.scrollHeight;
    lastTop = scroller.scrollTop;
    onMove(true);
  };
  const follow = (): void => {
    if (isFollowing) {
      jumpToEnd();
    } else {
      onMove(isAtEnd());
    }
  };
  scroller.addEventListener('scroll', () => {
    // Text that arrives between a jump and its scroll event also leaves the end behind: only a move upwards is the reader's.
    isFollowing = isAtEnd() || (isFollowing && scroller.scrollTop >= lastTop);
    lastTop = scroller.scrollTop;
    onMove(isAtEnd());
  });
  new ResizeObserver(follow).observe(scroller);
  return { follow, jumpToEnd };
}
