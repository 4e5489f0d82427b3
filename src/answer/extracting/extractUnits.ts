import type { Piece } from './extractPieces';
import { pointsForward } from './extractPieces';
import type { ScoredPiece } from './extractScore';
import { pointsBack } from './extractScore';
import type { QuestionShape } from './questionShape';

/** A paragraph or item up to this many sentences or characters is read as a whole: each sentence qualifies the others. */
const MAX_SHORT_SENTENCES = 3;
const MAX_SHORT_LENGTH = 350;

/** Three long sentences are no short paragraph. */
const MAX_SENTENCES_LENGTH = 600;

/** What was announced is shown whole up to this many items or rows, and lines of code. */
const MAX_ITEMS = 6;
const MAX_LINES = 15;

/** An entry, list or table that was itself asked for is shown whole up to this many characters: about a screen. */
const MAX_WHOLE_LENGTH = 1_500;

/**
 * What has to be shown for a piece to say what it says in its document: the whole entry that was asked for, the rest of a
 * short paragraph, what a sentence points back or forward to, the list that it is a step of.
 *
 * @returns in any order; nothing if that cannot be shown in a reasonable length.
 */
export function unitOf(scored: ScoredPiece, all: readonly Piece[], shape: QuestionShape): readonly Piece[] {
  const { piece, isOfEntry } = scored;
  if (isOfEntry) {
    const entry = all.filter(({ evidence, section }) => evidence === piece.evidence && section === piece.section);
    if (isQuotableWhole(entry)) {
      return withoutLooseLead(entry);
    }
  }
  switch (piece.kind) {
    case 'paragraph':
      return paragraphUnit(piece, all);
    case 'item':
      return itemUnit(scored, all, shape);
    case 'row':
      return rowUnit(scored, all, shape);
    case 'code':
      return [...leadUnit(piece, all), piece];
  }
}

/** True for what is short enough to be shown whole where it was asked for. */
export function isQuotableWhole(pieces: readonly Piece[]): boolean {
  return lengthOf(pieces) <= MAX_WHOLE_LENGTH;
}

function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { text }) => sum + text.length, 0);
}

function blockOf({ evidence, block }: Piece, all: readonly Piece[]): Piece[] {
  return all.filter((other) => other.evidence === evidence && other.block.start === block.start);
}

function isShort(pieces: readonly Piece[]): boolean {
  const length = lengthOf(pieces);
  return length <= MAX_SHORT_LENGTH || (pieces.length <= MAX_SHORT_SENTENCES && length <= MAX_SENTENCES_LENGTH);
}

function withoutLooseLead(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.at(-1)?.role === 'lead' ? pieces.slice(0, -1) : pieces;
}

function paragraphUnit(piece: Piece, all: readonly Piece[]): readonly Piece[] {
  const block = blockOf(piece, all);
  const own = isShort(block) ? block : [...before(piece, block), piece];
  const [first = piece] = own;
  const back = pointsBack(first.text) && !first.isOpening ? antecedent(first, all) : [];
  const last = own.at(-1);
  if (back === undefined || last === undefined) {
    return [];
  }
  return pointsForward(last) ? withAnnounced([...back, ...own], last, all) : [...back, ...own];
}

/** Words that point forward, with what they point to: without them if they are not alone, nothing if they are the answer. */
function withAnnounced(unit: readonly Piece[], last: Piece, all: readonly Piece[]): readonly Piece[] {
  const announced = all.filter((other) => other.lead === last);
  if (announced.length > 0 && isShowable(announced)) {
    return [...unit, ...announced];
  }
  return last.role === 'lead' ? unit.slice(0, -1) : [];
}

/** The lists of which most was chosen, whole and with what leads in to them. */
export function wholeLists(chosen: readonly Piece[], all: readonly Piece[]): Piece[] {
  return chosen.filter(({ kind, lead }) => kind === 'item' && lead !== undefined).flatMap((piece) => {
    const list = listOf(piece, all);
    const isMost = 2 * list.filter((other) => chosen.includes(other)).length >= list.length;
    return isMost && isShowable(list) ? [...leadUnit(piece, all), ...list] : [];
  });
}

/** Within a long paragraph: the fragment that a sentence completes, and what it points back to. */
function before(piece: Piece, block: readonly Piece[]): Piece[] {
  const previous = block[block.indexOf(piece) - 1];
  const isNeeded = previous !== undefined && (previous.role === 'fragment' || pointsBack(piece.text));
  return isNeeded ? [...before(previous, block), previous] : [];
}

/** What the first words of a paragraph point back to: nothing to show if that is not at hand or too long. */
function antecedent(piece: Piece, all: readonly Piece[]): readonly Piece[] | undefined {
  const previous = all[all.indexOf(piece) - 1];
  if (previous?.evidence !== piece.evidence || previous.section !== piece.section) {
    return undefined;
  }
  const whole = previous.kind === 'item' ? listOf(previous, all) : blockOf(previous, all);
  const shown = previous.kind === 'paragraph' ? (isShort(whole) ? whole : [previous]) : whole;
  return isShowable(shown) ? [...leadUnit(previous, all), ...shown] : undefined;
}

/** Whether a list, table or code block is short enough to be shown beside the words that it belongs to. */
function isShowable(pieces: readonly Piece[]): boolean {
  const code = pieces.filter(({ kind }) => kind === 'code');
  const lines = code.reduce((sum, { text }) => sum + text.split(/\r\n|\r|\n/).length, 0);
  const parts = new Set(pieces.flatMap(({ kind, start, block }) => (kind === 'row' ? start : kind === 'item' ? block.start : [])));
  return parts.size <= MAX_ITEMS && lines <= MAX_LINES + 2 * code.length && isQuotableWhole(pieces);
}

/** All of the list that a piece is in, with what is indented under its items. */
function listOf({ evidence, list }: Piece, all: readonly Piece[]): Piece[] {
  return all.filter((other) => other.evidence === evidence && other.list === list);
}

/** The words that lead in to a list, table or code block, with the paragraph that they close if it is short. */
function leadUnit({ lead }: Piece, all: readonly Piece[]): readonly Piece[] {
  if (lead === undefined) {
    return [];
  }
  const block = blockOf(lead, all);
  return isShort(block) ? block : [lead];
}

function itemUnit({ piece, isOfWhole }: ScoredPiece, all: readonly Piece[], { asksHow, asksList }: QuestionShape): readonly Piece[] {
  const list = listOf(piece, all);
  const isStep = /^\s*\d+[.)]/.test(piece.source.slice(piece.block.start, piece.block.textStart));
  const isWanted = isOfWhole && (asksList || (piece.lead !== undefined && isShowable(list)));
  if ((isWanted || (asksHow && isStep)) && isQuotableWhole(list)) {
    return [...leadUnit(piece, all), ...list];
  }
  const block = blockOf(piece, all);
  const own = isShort(block) ? block : [...before(piece, block), piece];
  return own.filter(({ role }) => role !== 'lead');
}

function rowUnit({ piece, isOfWhole, isNamed }: ScoredPiece, all: readonly Piece[], { asksList }: QuestionShape): readonly Piece[] {
  const table = blockOf(piece, all);
  const isWanted = asksList && isOfWhole && !isNamed && isQuotableWhole(table);
  return isWanted ? [...leadUnit(piece, all), ...table] : [piece];
}
