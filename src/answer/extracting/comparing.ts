import { groupBy } from '../../util/groupBy';
import { detectLanguage } from '../../util/language';
import { tableHeadOf } from '../../util/sentences';
import { tellingTerms, terms } from '../../util/terms';
import type { Asked } from './asked';
import { readQuestion } from './asked';
import type { Piece } from './extractPieces';
import type { ScoredPiece } from './extractScore';
import { scorePieces } from './extractScore';
import type { Extract } from './extractSelect';
import { extractsOf } from './extractSelect';
import { isQuotableWhole, unitOf } from './extractUnits';

/** One of the things that a question compares. */
interface Focus {
  readonly asked: Asked;
  /** Its terms, and those of what it is called in short: of "the tidal and the steady strategy" the second is "steady". */
  readonly terms: ReadonlySet<string>;
  readonly short: ReadonlySet<string>;
}

/**
 * What documents say to a question that compares things: rows of a table about each; the words under the headings that name
 * them, with the table that has a column for each; sentences side by side, each about one; else what fits best of all that
 * speaks of each. What is in the language of the question goes first. A sentence that names all in passing compares nothing.
 *
 * @returns nothing where less than two things are asked about, or one of them is nowhere said anything of.
 */
export function compareByExtracts(pieces: readonly Piece[], asked: Asked, focuses: readonly string[]): Extract[] | undefined {
  if (focuses.length < 2) {
    return undefined;
  }
  const things = focuses.map((focus, at) => readFocus(focus, focuses.filter((_other, other) => other !== at), asked));
  const own = pieces.filter(({ text }) => detectLanguage(text) === asked.language);
  const chosen =
    [own, pieces].map((some) => rowsAbout(things, some) ?? sectionsAbout(things, some) ?? sentencesAbout(things, some)).find((found) => found !== undefined) ??
    allOrNone(things.map((thing) => wordsAbout(thing, pieces)));
  return chosen === undefined ? undefined : extractsOf(new Set(chosen), pieces, asked);
}

function allOrNone(units: readonly (readonly Piece[])[]): readonly Piece[] | undefined {
  return units.some((unit) => unit.length === 0) ? undefined : units.flat();
}

function readFocus(focus: string, others: readonly string[], { shape, language }: Asked): Focus {
  const words = focus.split(/\s+/);
  const length = Math.min(words.length, ...others.map((other) => other.split(/\s+/).length));
  return {
    asked: { ...readQuestion(focus), shape: { ...shape, asksWhat: true }, language },
    terms: new Set(terms(focus)),
    short: new Set(tellingTerms(words.slice(0, length).join(' '))),
  };
}

/** True for a name that has no other words than those of the thing, and all of them, or all it is called in short. */
function isNameOf(name: string, { terms: known, short, asked }: Focus): boolean {
  const own = new Set(terms(name));
  const isOnly = own.size > 0 && [...own].every((term) => known.has(term));
  return isOnly && [new Set(asked.terms), short].some((wanted) => wanted.size > 0 && [...wanted].every((term) => own.has(term)));
}

const cellsOf = (row: string): string[] => row.trim().replace(/^\||\|$/g, '').split('|');

/** The rows of one table that are about the things, where it has one for each. */
function rowsAbout(things: readonly Focus[], pieces: readonly Piece[]): readonly Piece[] | undefined {
  return tablesOf(pieces)
    .map((rows) => things.map((thing) => rows.find(({ text }) => isNameOf(cellsOf(text)[0] ?? '', thing))))
    .map((rows) => rows.flatMap((row) => row ?? []))
    .find((rows) => new Set(rows).size === things.length);
}

/** The first words of the section about each thing; of those that have one, where a table has a column for each. */
function sectionsAbout(things: readonly Focus[], pieces: readonly Piece[]): readonly Piece[] | undefined {
  const units = things.map((thing) => openingAbout(thing, pieces));
  const table = tablesOf(pieces).filter(isQuotableWhole).find(([row]) => {
    const columns = row === undefined ? [] : tableHeadOf(row.source.slice(row.block.start, row.block.end)).flatMap(cellsOf);
    return things.every((thing) => columns.some((column) => isNameOf(column, thing)));
  });
  return table === undefined ? allOrNone(units) : [...units.flat(), ...table];
}

function openingAbout(thing: Focus, pieces: readonly Piece[]): readonly Piece[] {
  const own = pieces.filter(({ section, role }) => role === 'statement' && isNameOf(section.title, thing));
  const opening = own.find(({ kind }) => kind === 'paragraph') ?? own[0];
  return opening === undefined ? [] : unitOf({ piece: opening, score: 0, isOfWhole: false, isOfEntry: false, isNamed: false, hasName: true }, pieces, thing.asked.shape);
}

/** The paragraph or list that has a sentence for each thing which names no other. */
function sentencesAbout(things: readonly Focus[], pieces: readonly Piece[]): readonly Piece[] | undefined {
  const prose = pieces.filter(({ kind }) => kind === 'paragraph' || kind === 'item');
  return groupBy(prose, ({ evidence, block, list }) => `${evidence.n}:${list ?? block.start}`).filter(isQuotableWhole).find((sentences) => {
    const named = sentences.map((sentence) => things.filter((thing) => names(sentence, thing)));
    return things.every((thing) => named.some((found) => found.length === 1 && found[0] === thing));
  });
}

function names({ terms: own }: Piece, { short, asked }: Focus): boolean {
  const wanted = short.size > 0 ? [...short] : asked.terms;
  return wanted.length > 0 && wanted.every((term) => own.has(term));
}

function tablesOf(pieces: readonly Piece[]): Piece[][] {
  return groupBy(pieces.filter(({ kind, role }) => kind === 'row' && role === 'statement'), ({ evidence, block }) => `${evidence.n}:${block.start}`);
}

/** Less of its terms, and a piece is about something else. */
const MIN_SHARE = 0.5;

/** What fits best of all that speaks of a thing. */
function wordsAbout(thing: Focus, pieces: readonly Piece[]): readonly Piece[] {
  const speaking = scorePieces(pieces, thing.asked).filter(({ piece }) => piece.role === 'statement' && saysShare(piece, thing) >= MIN_SHARE);
  return bestUnit(speaking, pieces, thing.asked);
}

function saysShare(piece: Piece, { asked }: Focus): number {
  return asked.terms.filter((term) => piece.terms.has(term) || piece.near.has(term)).length / Math.max(1, asked.terms.length);
}

function bestUnit(scored: readonly ScoredPiece[], pieces: readonly Piece[], { shape }: Asked): readonly Piece[] {
  const isCode = ({ piece }: ScoredPiece) => Number(piece.kind === 'code');
  for (const candidate of scored.toSorted((a, b) => Number(b.hasName) - Number(a.hasName) || isCode(a) - isCode(b) || b.score - a.score)) {
    const unit = unitOf(candidate, pieces, shape);
    if (unit.length > 0) {
      return unit;
    }
  }
  return [];
}
