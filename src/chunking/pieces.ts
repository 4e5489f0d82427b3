import { WORST_CUT } from '../parsing/outline';
import type { SectionRange } from './sections';

/** A section with the tokens that its text may have in one chunk. */
export interface BudgetedSection extends SectionRange {
  readonly budget: number;
}

/** Lines `[from, to)` that belong together. Only a single line can be over its budget. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  readonly section: BudgetedSection;
  /** A chunk of several pieces of the section is full at this many tokens, so that the section divides evenly. */
  readonly target: number;
}

/** What {@link piecesOf} cuts. */
export interface Cutting {
  readonly sections: readonly BudgetedSection[];
  readonly cuts: Uint8Array;
  /** Cumulative cost of the lines. */
  readonly costs: Float64Array;
  /** Whether a section that fits together with all sections inside it is left whole. */
  readonly nested: boolean;
}

/** Divides every section that is over its budget at its best cuts, as deep as needed. */
export function piecesOf({ sections, cuts, costs, nested }: Cutting): Piece[] {
  const pieces: Piece[] = [];
  const cost = (from: number, to: number): number => (costs[to] ?? 0) - (costs[from] ?? 0);
  for (let index = 0; index < sections.length; index++) {
    const section = sections[index];
    if (!section) {
      continue;
    }
    const treeTo = sections[section.treeEnd - 1]?.to ?? section.to;
    if (nested && cost(section.from, treeTo) <= section.budget) {
      pieces.push({ from: section.from, to: treeTo, section, target: section.budget });
      index = section.treeEnd - 1;
      continue;
    }
    const total = cost(section.from, section.to);
    const target = total / Math.ceil(total / section.budget || 1);
    divide(section, 0, (from, to) => pieces.push({ from, to, section, target }));
  }
  return pieces;

  function divide(range: { from: number; to: number; budget: number }, rank: number, emit: (from: number, to: number) => void): void {
    if (cost(range.from, range.to) <= range.budget || range.to - range.from === 1) {
      emit(range.from, range.to);
      return;
    }
    let from = range.from;
    for (let line = range.from + 1; line <= range.to; line++) {
      if (line === range.to || (cuts[line] ?? WORST_CUT) <= rank) {
        divide({ from, to: line, budget: range.budget }, rank + 1, emit);
        from = line;
      }
    }
  }
}
