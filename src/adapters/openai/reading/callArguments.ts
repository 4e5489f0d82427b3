import { isObjectText } from '../fields';

/**
 * The arguments of a call from the pieces in which they came: parts of a text; or, from some servers, each time the whole text so
 * far, or the whole text once more at the end. JSON where the model wrote JSON; `{}` where it wrote nothing.
 */
export function joinArguments(pieces: readonly string[]): string {
  const joined = pieces.join('').trim();
  if (joined === '' || joined === 'null') {
    return '{}';
  }
  return unwrap(isObjectText(joined) ? joined : pieces.reduce(merge, '').trim());
}

function merge(whole: string, piece: string): string {
  if (piece.startsWith(whole)) {
    return piece;
  }
  if (!whole.trimEnd().endsWith('}') || !isObjectText(whole)) {
    return whole + piece;
  }
  // The text was complete: an empty object before it was a place-holder, anything after it is not part of it.
  return whole.trim() === '{}' ? piece : whole;
}

/** Some servers encode the JSON once more, as a string. */
function unwrap(text: string): string {
  if (!text.startsWith('"')) {
    return text;
  }
  try {
    const inner: unknown = JSON.parse(text);
    return typeof inner === 'string' && isObjectText(inner) ? inner : text;
  } catch {
    // A text that merely begins like a string: whoever reads the arguments says what is wrong with them.
    return text;
  }
}
