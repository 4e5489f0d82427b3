/** Room left between a floating box, its anchor and the edges of the page, in CSS pixels. */
const GAP_PX = 6;

const MAX_WIDTH_PX = 380;

/** Puts a fixed box below its anchor, or above where there is more room, and keeps it inside the page. */
export function place(box: HTMLElement, anchor: HTMLElement): void {
  const { clientWidth, clientHeight } = document.documentElement;
  const at = anchor.getBoundingClientRect();
  const width = Math.min(MAX_WIDTH_PX, clientWidth - 2 * GAP_PX);
  const below = clientHeight - at.bottom - 2 * GAP_PX;
  const above = at.top - 2 * GAP_PX;
  const isBelow = below >= Math.min(above, box.scrollHeight);
  Object.assign(box.style, {
    width: `${width}px`,
    left: `${Math.max(GAP_PX, Math.min(at.left, clientWidth - width - GAP_PX))}px`,
    maxHeight: `${isBelow ? below : above}px`,
    top: isBelow ? `${at.bottom + GAP_PX}px` : '',
    bottom: isBelow ? '' : `${clientHeight - at.top + GAP_PX}px`,
  });
}

/** Whether an element is on the page and at least its top or its bottom within the window. */
export function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return element.isConnected && bottom > 0 && top < document.documentElement.clientHeight;
}
