import type { BudgetedSection, Piece } from './pieces';

/** How large chunks may and should be. */
export interface ChunkLimits {
  /** Estimated tokens of a chunk with its context line, at least 100. */
  readonly maxTokens: number;
  /** A chunk with fewer characters is joined with what follows under the same parent. */
  readonly minChars: number;
}

/** The measures of the lines that are packed. */
interface Measures {
  readonly costs: Float64Array;
  readonly starts: Uint32Array;
  readonly minChars: number;
  /** The tokens that are left for the text of a chunk with that trail. */
  readonly budgetOf: (trail: readonly string[]) => number;
}

/** Lines `[from, to)` that make one chunk (or several, if it is one line that is too long). */
export interface PieceGroup {
  readonly from: number;
  readonly to: number;
  readonly trail: readonly string[];
  readonly budget: number;
}

interface OpenGroup extends PieceGroup {
  readonly first: BudgetedSection;
  readonly last: BudgetedSection;
  readonly target: number;
}

/**
 * Joins neighbouring pieces into chunks: pieces of one section until it is evenly divided, a short section with what follows
 * under the same parent. The trail of a chunk is what its sections have in common, or that of the part below a short beginning.
 */
export function packPieces(pieces: readonly Piece[], measures: Measures): PieceGroup[] {
  const groups: OpenGroup[] = [];
  for (const piece of pieces) {
    const open = groups.at(-1);
    const joined = open && join(open, piece, measures);
    if (joined) {
      groups[groups.length - 1] = joined;
    } else {
      const { section, from, to, target } = piece;
      groups.push({ from, to, target, trail: section.trail, budget: section.budget, first: section, last: section });
    }
  }
  return groups;
}

function join(group: OpenGroup, piece: Piece, { costs, starts, minChars, budgetOf }: Measures): OpenGroup | undefined {
  const costOf = (from: number, to: number): number => (costs[to] ?? 0) - (costs[from] ?? 0);
  const isShort = (from: number, to: number): boolean => (starts[to] ?? Infinity) - (starts[from] ?? 0) < minChars;
  const isTail = piece.to === piece.section.to && isShort(piece.from, piece.to);
  const fillsSection = group.last === piece.section && (isTail || costOf(group.from, group.to) < group.target);
  // The rest of a section that was divided does not run on into the next one.
  const isShortSection = group.from === group.first.from && isShort(group.from, group.to);
  if (!fillsSection && !(isShortSection && sharesParent(group.first.trail, piece.section.trail))) {
    return undefined;
  }
  const trail = group.last === piece.section ? group.trail : trailOfBoth(group, piece.section.trail);
  const budget = trail === group.trail ? group.budget : budgetOf(trail);
  if (costOf(group.from, piece.to) > budget) {
    return undefined;
  }
  return { ...group, to: piece.to, trail, budget, last: piece.section, target: piece.target };
}

function sharesParent(trail: readonly string[], next: readonly string[]): boolean {
  return trail.slice(0, -1).every((title, index) => title === next[index]);
}

/** What both begin with; a section that stands above the next one (a bare heading, say) leaves it the deeper trail. */
function trailOfBoth({ trail, last }: OpenGroup, next: readonly string[]): readonly string[] {
  const differs = trail.findIndex((title, index) => title !== next[index]);
  if (differs >= 0) {
    return trail.slice(0, differs);
  }
  return trail.length === last.trail.length ? next : trail;
}
