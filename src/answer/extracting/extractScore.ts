import { tellingTerms } from '../../util/terms';
import type { Piece } from './extractPieces';
import { isProse } from '../../evidence/prose';
import { detectLanguage } from '../language';
import type { QuestionShape } from './questionShape';

/** A piece and how well it answers; comparable within one question only. */
export interface ScoredPiece {
  readonly piece: Piece;
  readonly score: number;
  /** True if the question is met by what the piece stands under more than by the piece itself. */
  readonly isOfWhole: boolean;
}

/** A term found only in the headings or the lead counts this much: the piece is about it without naming it. */
const CONTEXT_SHARE = 0.6;

/** "sign" and "signature" share a beginning: half a match. */
const PREFIX_SHARE = 0.5;
const MIN_PREFIX = 4;
const MAX_PREFIX_REST = 5;

/** How much the passage's place counts beside the words: retrieval saw the meaning, which words do not show. */
const PASSAGE_SHARE = 0.6;

/** What each place further down costs: the fourth passage counts half of the first. */
const RANK_DECAY = 0.33;

/** What a fitting form, such as a number for "how many", adds. */
const SHAPE_BONUS = 0.2;

/** The first sentence under a heading usually says what the section is about. */
const OPENING_BONUS = 0.1;

/** Forms that read badly when they were not asked for, and text in another language than the question's. */
const FACTORS = { codeFile: 0.75, codeBlock: 0.85, row: 0.85, otherLanguage: 0.75, dangling: 0.9 } as const;

/** Pieces longer than this match more words by their length alone, and are more to read. */
const MAX_LENGTH = { code: 900, row: 400, item: 320, paragraph: 320 } as const;

/** Scores every piece against the question; the order is kept. */
export function scorePieces(question: string, pieces: readonly Piece[], shape: QuestionShape): ScoredPiece[] {
  const weights = weightsOf(tellingTerms(question), pieces);
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const language = detectLanguage(question);
  return pieces.map((piece) => {
    let found = 0;
    let own = 0;
    let around = 0;
    for (const [term, weight] of weights) {
      const [inPiece, inContext] = [matchIn(piece.terms, term) * weight, matchIn(piece.context, term) * weight];
      found += Math.max(inPiece, CONTEXT_SHARE * inContext);
      own += inPiece;
      around += inContext;
    }
    const share = total === 0 ? 0 : found / total;
    const words = share * lengthFactor(piece) + PASSAGE_SHARE / (1 + RANK_DECAY * piece.rank) + formBonus(piece, shape, share);
    const isForeign = piece.kind !== 'code' && detectLanguage(piece.text) !== language;
    return { piece, score: words * formFactor(piece, shape) * (isForeign ? FACTORS.otherLanguage : 1), isOfWhole: around > own };
  });
}

/** Rarity of the question's terms within the evidence; a term that occurs nowhere decides nothing. */
function weightsOf(wanted: readonly string[], pieces: readonly Piece[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const term of wanted) {
    const frequency = pieces.filter((piece) => matchIn(piece.terms, term) + matchIn(piece.context, term) > 0).length;
    if (frequency > 0) {
      weights.set(term, Math.log(1 + pieces.length / frequency));
    }
  }
  return weights;
}

/** How well a term is matched: in [0, 1]. */
function matchIn(found: ReadonlySet<string>, term: string): number {
  if (found.has(term)) {
    return 1;
  }
  if (term.length < MIN_PREFIX) {
    return 0;
  }
  for (const other of found) {
    const [short, long] = other.length < term.length ? [other, term] : [term, other];
    if (short.length >= MIN_PREFIX && long.length - short.length <= MAX_PREFIX_REST && long.startsWith(short)) {
      return PREFIX_SHARE;
    }
  }
  return 0;
}

function lengthFactor({ kind, text }: Piece): number {
  return Math.min(1, MAX_LENGTH[kind] / text.length);
}

const DEFINES = /^(?:\S+\s+){0,6}?(?:(?:is|are) (?:a|an|the|one)|means|refers to|stands for|describes|lets)\s|是|指的|表示|用于|用来/i;
const GIVES_REASON = /\b(?:because|since|so that|due to|therefore|otherwise|to avoid|in order to|reason|after|if)\b|因为|由于|因此|所以|以便|否则|避免/i;

function formBonus(piece: Piece, shape: QuestionShape, share: number): number {
  // A form without the subject answers nothing, so the bonus grows with the words found.
  const shapeBonus = fits(piece, shape) ? SHAPE_BONUS * Math.min(1, 2 * share) : 0;
  return shapeBonus + (piece.isOpening && piece.kind === 'paragraph' ? OPENING_BONUS : 0);
}

function fits({ kind, text }: Piece, shape: QuestionShape): boolean {
  if (kind === 'code') {
    return shape.asksHow;
  }
  return (
    (shape.asksHow && text.includes('`')) ||
    (shape.asksValue && /\d|`[^`]+`/.test(text)) ||
    (shape.asksWhat && kind === 'paragraph' && DEFINES.test(text)) ||
    (shape.asksWhy && GIVES_REASON.test(text)) ||
    (shape.asksList && kind !== 'paragraph')
  );
}

function formFactor(piece: Piece, shape: QuestionShape): number {
  if (piece.kind === 'code') {
    return isProse(piece.evidence.passage) ? (shape.asksHow ? 1 : FACTORS.codeBlock) : FACTORS.codeFile;
  }
  if (piece.kind === 'row') {
    return shape.asksValue || shape.asksList || (shape.asksHow && piece.text.includes('`')) ? 1 : FACTORS.row;
  }
  return isDangling(piece.text) ? FACTORS.dangling : 1;
}

const POINTS_BACK =
  /^(?:\*\*|_)?(?:this|that|these|those|it|they|both|such|he|she|otherwise|however|therefore|thus|also|then|so|but|and|instead|here|its|their)\b|^(?:这|那|它|该|此|其|但|而|因此|所以|否则|两者|以上)/i;

/** True for a sentence that makes sense only after the one before it. */
export function isDangling(text: string): boolean {
  return POINTS_BACK.test(text);
}
