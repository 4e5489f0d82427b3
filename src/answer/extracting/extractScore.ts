import { isProse } from '../../evidence/prose';
import { THRESHOLDS } from '../../evidence/thresholds';
import { terms } from '../../util/terms';
import { detectLanguage } from '../../util/language';
import type { Asked } from './asked';
import { beginsWithName, defines, isAskedFor, matchIn, mentions } from './asked';
import type { Piece } from './extractPieces';
import type { QuestionShape } from './questionShape';

/** A piece and how well it answers; comparable within one question only. */
export interface ScoredPiece {
  readonly piece: Piece;
  /** Without what being the entry adds. */
  readonly score: number;
  /** True if the question is met by what the piece stands under more than by the piece itself. */
  readonly isOfWhole: boolean;
  /** True if it stands under the heading that was asked for. */
  readonly isOfEntry: boolean;
  /** True if it begins with what was asked for: the name, or the first cell of a row. */
  readonly isNamed: boolean;
  /** True if it has the name that was asked for, or its heading has; where no name was asked for, always. */
  readonly hasName: boolean;
}

/** A term found only in the heading or the lead counts this much, one of a heading further up or the path this much. */
const NEAR_SHARE = 0.6;
const FAR_SHARE = 0.45;

/** How much the passage counts beside the words: retrieval saw the meaning, which words do not show. */
const PASSAGE_SHARE = 0.6;

/** What each place further down costs where nothing was reranked: the fourth passage counts half of the first. */
const RANK_DECAY = 0.33;

/** What a fitting form, such as a number for "how many", adds. */
const SHAPE_BONUS = 0.2;

/** The first sentence under a heading usually says what the section is about. */
const OPENING_BONUS = 0.1;

/** A heading that has the words of the question may still be about something else, as a reranker sees. */
const MIN_ENTRY_VALUE = 0.7;

/** A column of a table is named in its head and not in its rows. */
const COLUMN_SHARE = 0.85;

/** What beginning with what was asked for adds. */
const NAME_BONUS = 0.5;

/** Forms that read badly when they were not asked for, text in another language, and what lacks the name asked for. */
const FACTORS = { codeFile: 0.65, codeBlock: 0.75, listed: 0.85, row: 0.85, otherLanguage: 0.75, dangling: 0.9, withoutName: 0.55 } as const;

/** Pieces longer than this match more words by their length alone, and are more to read. */
const MAX_LENGTH = { code: 900, row: 400, item: 320, paragraph: 320 } as const;

/** Scores every piece that has to do with the question; the order is kept. */
export function scorePieces(pieces: readonly Piece[], asked: Asked): ScoredPiece[] {
  const weights = weightsOf(asked.terms, pieces);
  const total = sumOf(weights.values());
  const shareOf = (found: ReadonlySet<string>) =>
    total === 0 ? 0 : sumOf(Array.from(weights, ([term, weight]) => matchIn(found, term) * weight)) / total;
  const top = Math.max(0, ...pieces.map(({ evidence }) => evidence.passage.relevance ?? 0));
  const isNameKnown = pieces.some((piece) => hasName(piece, asked));
  return pieces.filter((piece) => isRelated(piece, asked)).map((piece) => {
    const [own, near, far] = [shareOf(piece.terms), shareOf(piece.near), shareOf(piece.far)];
    const found = sumOf(Array.from(weights, ([term, weight]) =>
      weight * Math.max(matchIn(piece.terms, term), (piece.kind === 'row' ? COLUMN_SHARE : NEAR_SHARE) * matchIn(piece.near, term), FAR_SHARE * matchIn(piece.far, term))));
    const share = total === 0 ? 0 : found / total;
    const isOfEntry =
      (asked.names.length > 0 || passageValue(piece, top) >= MIN_ENTRY_VALUE) && isAskedFor(piece.section.title, asked, shareOf);
    const isNamed = beginsWithSubject(piece, asked);
    const words = share * lengthFactor(piece) + PASSAGE_SHARE * passageValue(piece, top) + formBonus(piece, asked, share) + (isNamed ? NAME_BONUS * share : 0);
    const isMissing = isNameKnown && !hasName(piece, asked);
    const score = words * formFactor(piece, asked) * (isMissing ? FACTORS.withoutName : 1);
    return { piece, score, isOfWhole: Math.max(near, far) > own, isOfEntry, isNamed, hasName: !isMissing };
  });
}

function sumOf(numbers: Iterable<number>): number {
  let sum = 0;
  for (const number of numbers) {
    sum += number;
  }
  return sum;
}

/** Rarity of the question's terms within the evidence; a term that occurs nowhere decides nothing. */
function weightsOf(wanted: readonly string[], pieces: readonly Piece[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const term of wanted) {
    const frequency = pieces.filter((piece) => [piece.terms, piece.near, piece.far].some((found) => matchIn(found, term) > 0)).length;
    if (frequency > 0) {
      weights.set(term, Math.log(1 + pieces.length / frequency));
    }
  }
  return weights;
}

/** A passage this probable is quoted for its meaning alone; one under the other bound only if it says half of the question. */
const MEANING_ALONE = 0.35;
const MIN_SHARE_IF_WEAK = 0.5;

/** Whether a piece is worth quoting at all: it has words of the question, or a reranker was sure of its passage. */
function isRelated(piece: Piece, { terms: wanted, language }: Asked): boolean {
  const { relevance } = piece.evidence.passage;
  const found = wanted.filter((term) => matchIn(piece.terms, term) + matchIn(piece.near, term) > 0).length;
  if (found === 0) {
    return (relevance ?? 0) >= MEANING_ALONE && detectLanguage(piece.text) === language;
  }
  return (relevance ?? 1) >= THRESHOLDS.relevance.noise || found >= MIN_SHARE_IF_WEAK * wanted.length;
}

function hasName({ text, section }: Piece, asked: Asked): boolean {
  return mentions(text, asked) || mentions(section.title, asked);
}

/** True if a piece begins with a name in the question or defines it, or is a row about its subject: all words of the first cell are in it. */
function beginsWithSubject({ kind, text }: Piece, asked: Asked): boolean {
  if (kind === 'code') {
    return defines(text, asked);
  }
  const cell = kind === 'row' ? terms(/^\s*\|?([^|]*)/.exec(text)?.[1] ?? '') : [];
  return beginsWithName(text, asked) || (cell.length > 0 && cell.every((term) => asked.terms.includes(term)));
}

function passageValue({ evidence: { passage }, rank }: Piece, top: number): number {
  return passage.relevance === undefined || top === 0 ? 1 / (1 + RANK_DECAY * rank) : Math.sqrt(passage.relevance / top);
}

function lengthFactor({ kind, text }: Piece): number {
  return Math.min(1, MAX_LENGTH[kind] / text.length);
}

const DEFINES = /^(?:\S+\s+){0,6}?(?:(?:is|are) (?:a|an|the|one)|means|refers to|stands for|describes|lets)\s|是|指的|表示|用于|用来/i;
const GIVES_REASON = /\b(?:because|since|so that|due to|therefore|otherwise|to avoid|in order to|reason|after|if)\b|因为|由于|因此|所以|以便|否则|避免/i;

function formBonus(piece: Piece, asked: Asked, share: number): number {
  // A form without the subject answers nothing, so the bonus grows with the words found.
  const shapeBonus = fits(piece, asked) ? SHAPE_BONUS * Math.min(1, 2 * share) : 0;
  return shapeBonus + (piece.isOpening && piece.kind === 'paragraph' ? OPENING_BONUS : 0);
}

function fits({ kind, text }: Piece, { shape }: Asked): boolean {
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

function formFactor(piece: Piece, { shape, language }: Asked): number {
  if (piece.kind === 'code') {
    return codeFactor(piece, shape);
  }
  const foreign = detectLanguage(piece.text) === language ? 1 : FACTORS.otherLanguage;
  if (piece.kind === 'row') {
    return foreign * (shape.asksValue || shape.asksList || (shape.asksHow && piece.text.includes('`')) ? 1 : FACTORS.row);
  }
  return foreign * (pointsBack(piece.text) ? FACTORS.dangling : 1);
}

/** What is asked for may be listed in a drawing or in columns, which are read as code. */
function codeFactor({ evidence }: Piece, { asksHow, asksList }: QuestionShape): number {
  if (!isProse(evidence.passage)) {
    return FACTORS.codeFile;
  }
  return asksHow ? 1 : asksList ? FACTORS.listed : FACTORS.codeBlock;
}

const POINTS_BACK =
  /^(?:\*\*|_)?(?:this|that|these|those|it|they|both|such|he|she|otherwise|however|therefore|thus|also|then|so|but|and|instead|here|its|their)\b|^(?:这|那|它|该|此|其|但|而|因此|所以|否则|两者|以上)/i;

/** True for a sentence that makes sense only after the one before it. */
export function pointsBack(text: string): boolean {
  return POINTS_BACK.test(text);
}
