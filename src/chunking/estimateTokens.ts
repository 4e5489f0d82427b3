/** Rough lengths of the pieces that a WordPiece vocabulary of English cuts words into. */
const LETTERS_PER_PIECE = 4;
const DIGITS_PER_PIECE = 2;
/** White space is no token, but a passage of nothing else must end somewhere. */
const SPACE_COST = 1 / 64;

const OTHER = 0;
const LETTER = 1;
const DIGIT = 2;
const SPACE = 3;

/**
 * Roughly how many tokens a BERT model makes of a text; not rounded, so that it adds up over pieces. Tends to overestimate:
 * what is cut off by the model is lost, what is left free is not. Linear, without a vocabulary.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let run = OTHER;
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const kind = kindOf(unit);
    length = kind === run ? length + 1 : 1;
    run = kind;
    tokens += kind === SPACE ? SPACE_COST : kind === OTHER ? costOf(unit) : pieceStarts(kind, length) ? 1 : 0;
  }
  return tokens;
}

function pieceStarts(kind: number, length: number): boolean {
  return kind === LETTER ? length % LETTERS_PER_PIECE === 1 : length % DIGITS_PER_PIECE === 1;
}

function kindOf(unit: number): number {
  if (unit < 128) {
    if ((unit | 32) >= 97 && (unit | 32) <= 122) {
      return LETTER;
    }
    return unit >= 48 && unit <= 57 ? DIGIT : unit <= 32 ? SPACE : OTHER;
  }
  // Accents are dropped before a word is looked up, so Latin letters are letters.
  return unit >= 0xc0 && unit < 0x250 && unit !== 0xd7 && unit !== 0xf7 ? LETTER : OTHER;
}

function costOf(unit: number): number {
  if (unit >= 0xac00 && unit <= 0xd7a3) {
    // A Hangul syllable is looked up letter by letter: two, or three where it has a final consonant.
    return (unit - 0xac00) % 28 === 0 ? 2 : 3;
  }
  return unit >= 0xdc00 && unit <= 0xdfff ? 0 : 1;
}
