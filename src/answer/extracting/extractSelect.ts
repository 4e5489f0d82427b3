import type { Evidence } from '../../model/evidence';
import { groupBy } from '../../util/groupBy';
import { terms } from '../../util/terms';
import type { Asked } from './asked';
import { matchIn } from './asked';
import type { Piece } from './extractPieces';
import type { ScoredPiece } from './extractScore';
import { pointsBack } from './extractScore';
import { unitOf, wholeLists } from './extractUnits';
import type { Section } from './sections';

/** What is quoted from one section of a passage. */
export interface Extract {
  readonly evidence: Evidence;
  readonly section: Section;
  /** In order of the text. */
  readonly pieces: readonly Piece[];
  /** The heading, with the one above if it tells nothing about the question; nothing if the pieces need none. */
  readonly title: string | undefined;
}

/** More than this is no answer but a reading list: units, and characters unless it is one unit. */
const MAX_UNITS = 4;
const MAX_WITH_ENTRY = 2;
const MAX_LENGTH = 1_800;

/** A piece below this share of the best one's score is beside the question. */
const MIN_SHARE_OF_BEST = 0.65;

/** Beside the entry that was asked for, only what fits nearly as well is worth reading. */
const MIN_SHARE_BESIDE_ENTRY = 0.8;

/** A row of the same table is held against its best row: rows have little to say and the head in common. */
const MIN_SHARE_OF_ROW = 0.85;

/** One example is an example; more drown the words. */
const MAX_CODE = 1;

/** What has this share of its terms in something chosen already says nothing new. */
const MAX_OVERLAP = 0.75;

/** The extracts that together answer best, none that repeats another, in order of what answers best in them. */
export function selectExtracts(scored: readonly ScoredPiece[], all: readonly Piece[], asked: Asked): Extract[] {
  return extractsOf(choose(scored, all, asked), all, asked);
}

/** Chosen pieces by their sections, in the order chosen; within a section in order of the text. */
export function extractsOf(chosen: ReadonlySet<Piece>, all: readonly Piece[], asked: Asked): Extract[] {
  const place = new Map(all.map((piece, at) => [piece, at]));
  return groupBy([...chosen], ({ evidence, section }) => `${evidence.n}:${section.parent}\n${section.title}`).flatMap((group) => {
    const pieces = group.toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
    const [first] = pieces;
    return first === undefined ? [] : [{ evidence: first.evidence, section: first.section, pieces, title: needsTitle(first, pieces, asked) ? titleOf(first.section, asked) : undefined }];
  });
}

function choose(scored: readonly ScoredPiece[], all: readonly Piece[], asked: Asked): ReadonlySet<Piece> {
  const ordered = withoutPoorRows(scored.filter(({ piece, isOfEntry }) => piece.role === 'statement' || (isOfEntry && piece.role === 'fragment')))
    .toSorted((a, b) => Number(b.isOfEntry) - Number(a.isOfEntry) || b.score - a.score);
  const hasEntry = ordered[0]?.isOfEntry === true;
  const floor = Math.max(0, ...ordered.map(({ score }) => score)) * (hasEntry ? MIN_SHARE_BESIDE_ENTRY : MIN_SHARE_OF_BEST);
  const units: (readonly Piece[])[] = [];
  const isWorthReading = ({ score, isOfEntry, hasName }: ScoredPiece) => isOfEntry || (score >= floor && (hasName || !hasEntry));
  for (const candidate of ordered.filter(isWorthReading)) {
    if (units.length >= (hasEntry ? MAX_WITH_ENTRY : MAX_UNITS)) {
      break;
    }
    const unit = units.some((other) => other.includes(candidate.piece)) ? [] : unitOf(candidate, all, asked.shape);
    if (unit.length > 0 && !isSpare(unit, candidate.piece, units)) {
      units.push(unit);
    }
  }
  return new Set([...units.flat(), ...wholeLists(units.flat(), all)]);
}

/** Of each table the rows about what was asked for, if there are any, else those that fit nearly as well as its best. */
function withoutPoorRows(scored: readonly ScoredPiece[]): ScoredPiece[] {
  return scored.filter(({ piece, isNamed, score }) => {
    const table = piece.kind === 'row' ? scored.filter((other) => other.piece.evidence === piece.evidence && other.piece.block.start === piece.block.start) : [];
    const best = Math.max(0, ...table.map((row) => row.score));
    return isNamed || (!table.some((row) => row.isNamed) && score >= MIN_SHARE_OF_ROW * best);
  });
}

/** True for a second example, for what was said, and for what would make the answer too long. */
function isSpare(unit: readonly Piece[], { kind }: Piece, units: readonly (readonly Piece[])[]): boolean {
  const chosen = units.flat();
  const length = [...chosen, ...unit].reduce((sum, { text }) => sum + text.length, 0);
  const isSpareCode = kind === 'code' && chosen.filter((other) => other.kind === 'code').length >= MAX_CODE;
  return units.length > 0 && (isSpareCode || length > MAX_LENGTH || units.some((other) => overlap(unit, other) > MAX_OVERLAP));
}

/** The share of the terms of a unit that another has. */
function overlap(unit: readonly Piece[], other: readonly Piece[]): number {
  const own = new Set(unit.flatMap((piece) => [...piece.terms]));
  const known = new Set(other.flatMap((piece) => [...piece.terms]));
  return [...own].filter((term) => known.has(term)).length / Math.max(1, own.size);
}

/** Items, rows and code hang from their heading, answers from their question, and words from the name that they do not say. */
function needsTitle(first: Piece, pieces: readonly Piece[], { terms: wanted, names }: Asked): boolean {
  if (first.kind !== 'paragraph' || first.role !== 'statement' || pointsBack(first.text) || /[?？]$/.test(first.section.title)) {
    return true;
  }
  const own = new Set(pieces.flatMap((piece) => [...piece.terms]));
  const title = new Set(first.near);
  return (
    wanted.some((term) => matchIn(own, term) === 0 && matchIn(title, term) === 1) ||
    names.some((name) => name.test(first.section.title) && !pieces.some(({ text }) => name.test(text)))
  );
}

/** "Fixed" and "Description" say little without the heading above. */
function titleOf({ title, parent }: Section, { terms: wanted }: Asked): string {
  const own = new Set(terms(title));
  const isTelling = parent === '' || /[?？]$/.test(title) || wanted.some((term) => matchIn(own, term) > 0);
  return isTelling ? title : `${parent} › ${title}`;
}
