/**
 * The parts of a text that stand in braces, outermost ones only; the last may lack its end. Within braces, those in double
 * quotes are text. Linear; what is in them is for a parser to say.
 */
export function* objectsIn(text: string): Generator<string> {
  for (let start = nextOpening(text, 0); start !== -1;) {
    const end = endOf(text, start);
    yield text.slice(start, end);
    start = nextOpening(text, end);
  }
}

function nextOpening(text: string, from: number): number {
  const at = text.slice(from).search(/[{｛]/u);
  return at === -1 ? -1 : from + at;
}

function endOf(text: string, start: number): number {
  const tokens = /[{｛]|[}｝]|"(?:[^"\\]|\\[^])*"?/gu;
  tokens.lastIndex = start;
  let depth = 0;
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    const [mark] = token;
    depth += /^[{｛]/u.test(mark) ? 1 : /^[}｝]/u.test(mark) ? -1 : 0;
    if (depth === 0) {
      return tokens.lastIndex;
    }
  }
  return text.length;
}
