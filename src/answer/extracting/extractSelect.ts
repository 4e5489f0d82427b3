import type { Piece } from './extractPieces';
import type { ScoredPiece } from './extractScore';
import { isDangling } from './extractScore';
import type { QuestionShape } from './questionShape';

/** More pieces than this are no answer but a reading list. */
const MAX_PIECES = 5;

/** A piece below this share of the best one's score is beside the question. */
const MIN_SHARE_OF_BEST = 0.65;

/** One example is an example; more drown the words. */
const MAX_CODE = 1;

/** Pieces whose terms overlap more than this (Jaccard) say the same. */
const MAX_OVERLAP = 0.6;

/** A list or table is shown whole up to this many characters: about a screen. */
const MAX_WHOLE_LENGTH = 1_500;

/**
 * The pieces that together answer best, none that repeats another, with what they need to be understood: the sentence
 * that "this" points back to, the other steps of a procedure, the other entries of a list that was asked for.
 */
export function selectPieces(scored: readonly ScoredPiece[], shape: QuestionShape): Piece[] {
  const all = scored.map(({ piece }) => piece);
  const chosen = new Set(
    chooseBest(scored, all).flatMap((best) => [...before(best.piece, all), ...siblings(best, all, shape), best.piece]),
  );
  const leads = new Set([...chosen].filter(({ kind }) => kind === 'code').map(({ evidence, lead }) => `${evidence.n}:${lead?.start ?? -1}`));
  return [...chosen].filter(({ evidence, kind, start }) => kind === 'code' || !leads.has(`${evidence.n}:${start}`));
}

function chooseBest(scored: readonly ScoredPiece[], all: readonly Piece[]): ScoredPiece[] {
  const ordered = scored.filter(({ piece }) => standsAlone(piece, all)).toSorted((a, b) => b.score - a.score);
  const floor = (ordered[0]?.score ?? 0) * MIN_SHARE_OF_BEST;
  const chosen: ScoredPiece[] = [];
  for (const candidate of ordered) {
    const { piece, score } = candidate;
    if (chosen.length >= MAX_PIECES || score < floor) {
      break;
    }
    const isSpareCode = piece.kind === 'code' && chosen.filter((other) => other.piece.kind === 'code').length >= MAX_CODE;
    if (!isSpareCode && !chosen.some((other) => overlap(other.piece, piece) > MAX_OVERLAP)) {
      chosen.push(candidate);
    }
  }
  return chosen;
}

/** False for what would be quoted out of its context: a fragment, or a "this" whose antecedent cannot be quoted. */
function standsAlone(piece: Piece, all: readonly Piece[]): boolean {
  const needsBefore = piece.kind === 'paragraph' && !piece.isOpening && isDangling(piece.text);
  return !piece.isFragment && (!needsBefore || before(piece, all).length > 0);
}

function overlap(a: Piece, b: Piece): number {
  const common = [...a.terms].filter((term) => b.terms.has(term)).length;
  const union = a.terms.size + b.terms.size - common;
  return union === 0 ? 0 : common / union;
}

/** What a piece needs before it: a fragment that it completes, or what it points back to; of a table, the whole. */
function before(piece: Piece, all: readonly Piece[]): readonly Piece[] {
  const previous = all[all.indexOf(piece) - 1];
  if (previous?.evidence !== piece.evidence || piece.kind === 'code' || previous.kind === 'code') {
    return [];
  }
  const isNext = piece.source.slice(previous.start + previous.text.length, piece.start).trim() === '';
  if (!isNext || !(isDangling(piece.text) || (previous.isFragment && previous.block === piece.block))) {
    return [];
  }
  return previous.kind === 'row' ? whole(all.filter(({ block }) => block === previous.block)) : [previous];
}

/** The rest of a procedure, or of a list or table that is as a whole what was asked for. */
function siblings({ piece, isOfWhole }: ScoredPiece, all: readonly Piece[], { asksHow, asksList }: QuestionShape): readonly Piece[] {
  const isStep = /^\s*\d+[.)]/.test(piece.source.slice(piece.block.start, piece.block.textStart));
  const isWanted = (asksList && isOfWhole) || (asksHow && isStep);
  if (!isWanted || (piece.kind !== 'row' && piece.kind !== 'item')) {
    return [];
  }
  return whole(
    all.filter(
      ({ kind, evidence, lead, block }) =>
        kind === piece.kind && evidence === piece.evidence && lead === piece.lead && (kind === 'item' || block === piece.block),
    ),
  );
}

/** All of a list or table, or nothing if that is too much to read. */
function whole(pieces: readonly Piece[]): readonly Piece[] {
  const length = pieces.reduce((sum, { text }) => sum + text.length, 0);
  return length <= MAX_WHOLE_LENGTH ? pieces : [];
}
