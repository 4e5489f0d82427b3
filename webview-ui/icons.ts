/** Outlines on a 16 × 16 grid, drawn with a round stroke of 1.5. */
const OUTLINES = {
  send: 'M8 13V3M3.5 7.5 8 3l4.5 4.5',
  stop: 'M4.5 4.5h7v7h-7z',
  newChat: 'M8 2.5H4A1.5 1.5 0 0 0 2.5 4v8A1.5 1.5 0 0 0 4 13.5h8a1.5 1.5 0 0 0 1.5-1.5V8M6 10l.5-2L12 2.5 13.5 4 8 9.5z',
  copy: 'M5.5 5.5V3.5a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-2M2.5 6.5a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1z',
  retry: 'M13 8a5 5 0 1 1-1.5-3.6M13 2.5v3h-3',
  down: 'M8 3v10M3.5 8.5 8 13l4.5-4.5',
  info: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2M8 7.5V11M8 5v.1',
  warning: 'M8 2.5 14 13H2zM8 6.5v3M8 11.3v.1',
  verified: 'M3 8.5 6.5 12 13 4.5',
  moved: 'M2.5 8h11M9.5 4l4 4-4 4',
  changed: 'M3 13l.7-3L11 2.7 13.3 5 6 12.3zM9.5 4.2l2.3 2.3',
  gone: 'M4 4l8 8M12 4l-8 8',
  web: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2M2.2 8h11.6M8 2c2 1.8 2.6 4 2.6 6S10 12.2 8 14M8 2C6 3.8 5.4 6 5.4 8S6 12.2 8 14',
  memory: 'M3 2.5h10v7l-4 4H3zM9 13.3V9.5h3.8',
  mark: 'M9.5 1.5h-6v13h9v-10zM9.5 1.5v3h3M6.7 7.5H5.6v4h1.1M9.3 7.5h1.1v4H9.3M7.4 9.5h1.2',
} as const;

/** Name of an icon. */
export type IconName = keyof typeof OUTLINES;

const SVG = 'http://www.w3.org/2000/svg';

/** A decorative icon in the colour of the text; hidden from assistive technology. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', OUTLINES[name]);
  svg.append(path);
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  return svg;
}
