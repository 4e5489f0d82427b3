import type { Section } from '../parsing/outline';

/** The lines `[from, to)` under one heading or declaration, up to the next of any level. */
export interface SectionRange {
  readonly from: number;
  readonly to: number;
  /** Titles from the outermost to this section's own; empty before the first. */
  readonly trail: readonly string[];
  /** Index behind the last section that is inside this one. */
  readonly treeEnd: number;
}

/** Lays sections over all lines of a document: what stands before the first of them is a section without a trail. */
export function sectionsOf(sections: readonly Section[], lineCount: number): SectionRange[] {
  const all: readonly Section[] = sections[0]?.line === 0 ? sections : [{ line: 0, level: Infinity, title: '' }, ...sections];
  const treeEnds = treeEndsOf(all);
  const open: Section[] = [];
  return all.map((section, index) => {
    while ((open.at(-1)?.level ?? -Infinity) >= section.level) {
      open.pop();
    }
    const trail = [...open, section].map(({ title }) => title).filter((title) => title !== '');
    open.push(section);
    return { from: section.line, to: all[index + 1]?.line ?? lineCount, trail, treeEnd: treeEnds[index] ?? all.length };
  });
}

function treeEndsOf(sections: readonly Section[]): number[] {
  const ends = new Array<number>(sections.length).fill(sections.length);
  const open: number[] = [];
  sections.forEach((section, index) => {
    while (open.length > 0 && (sections[open.at(-1) ?? 0]?.level ?? 0) >= section.level) {
      ends[open.pop() ?? 0] = index;
    }
    open.push(index);
  });
  return ends;
}
