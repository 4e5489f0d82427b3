import type { Block } from '../../util/blocks';

/** A heading and what stands under it up to the next heading of any level. */
export interface Section {
  /** The words of the heading, without markup but code; empty before the first heading. */
  readonly title: string;
  /** The words of the heading above, if there is one. */
  readonly parent: string;
}

/** The sections of a text, found by offset; before the first is what the headings above the text say. */
export type SectionAt = (offset: number) => Section;

/**
 * Reads the sections of a text off its blocks.
 *
 * @param trail - the headings above the text, outermost first: what stands before its first own heading is under them.
 */
export function sectionsOf(source: string, blocks: readonly Block[], trail: readonly string[]): SectionAt {
  const open: { readonly level: number; readonly title: string }[] = [];
  const [title = '', parent = ''] = trail.toReversed().map(plainTitle);
  const top = { title, parent };
  const sections: { readonly start: number; readonly section: Section }[] = [];
  for (const block of blocks) {
    if (block.kind === 'heading') {
      const level = levelOf(source.slice(block.start, block.end));
      const own = plainTitle(source.slice(block.textStart, block.end));
      while ((open.at(-1)?.level ?? 0) >= level) {
        open.pop();
      }
      sections.push({ start: block.start, section: { title: own, parent: open.at(-1)?.title ?? '' } });
      open.push({ level, title: own });
    }
  }
  return (offset) => sections.findLast(({ start }) => start <= offset)?.section ?? top;
}

/** Depth of a heading, 1 being the highest: by its marks, or by the line under it. */
function levelOf(heading: string): number {
  const marks = /^\s*(#{1,6}|={1,6})\s/.exec(heading)?.[1];
  return marks?.length ?? (/[\r\n]\s*=+\s*$/.test(heading) ? 1 : 2);
}

/** The words of a heading's first line, as they may stand in bold: links as their text, no tags, nothing like a marker. */
export function plainTitle(heading: string): string {
  const [line = ''] = heading.split(/\r\n|\r|\n/);
  const words = line.replace(/\s+#+\s*$/, '').replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\{#[^}]*\}/g, '');
  const parts = words.split(/(`[^`]+`)/);
  const plain = parts.map((part, at) => (at % 2 === 1 ? part : part.replace(/<\/?[a-z][^>]*>/gi, '').replace(/[\\`*[\]【】［］<>]/g, ' ')));
  return plain.join('').replace(/\[\d+\]/g, ' ').replace(/\s+/g, ' ').trim();
}
