import type { Env, MarkdownIt, StateInline } from 'markdown-it';

/** What a `[n]` in the text turns into. */
export interface CitationMark {
  /** Accessible name, such as "Citation 1: docs/setup.md, lines 3–7". */
  readonly label: string;
  /** The state of the cited lines where it is not as it should be, for the look of the chip. */
  readonly doubt: boolean;
}

/** The citations of an answer by number: what is not in here stays text. */
export type CitationMarks = ReadonlyMap<number, CitationMark>;

/** What the renderer needs to know besides the Markdown. */
export interface AnswerEnv extends Env {
  readonly marks: CitationMarks;
  readonly copyLabel: string;
  readonly plainTextLabel: string;
}

const MARKER = /\[([1-9]\d{0,3})\]/y;

/** The beginning of a link that the reader may follow and whose text is a number. */
const LINK_TO_THE_WEB = /\[\d+\]\(\s*<?(?:https?:|mailto:)/iy;

/**
 * Turns `[n]` with a known number into a citation chip. Code never reaches inline rules, text inside a link is left
 * alone, and `[n](https://…)` is tried as a link first.
 */
export function citations(md: MarkdownIt): void {
  md.inline.ruler.before('link', 'citation', (state, silent) => parseMarker(state, silent, true));
  md.inline.ruler.after('link', 'citation_before_parenthesis', (state, silent) => parseMarker(state, silent, false));
  md.renderer.rules.citation = (tokens, index, _options, env) => {
    const n = Number(tokens[index]?.content);
    const mark = marksOf(env).get(n);
    const look = mark?.doubt === true ? 'cite doubt' : 'cite';
    return `<button type="button" class="${look}" data-n="${n}" aria-haspopup="dialog" aria-label="${md.utils.escapeHtml(mark?.label ?? '')}">${n}</button>`;
  };
}

function parseMarker(state: StateInline, silent: boolean, leaveLinks: boolean): boolean {
  // Silent means that the end of a link's text is looked for: brackets in there are its text, or there would be no link.
  if (silent) {
    return false;
  }
  MARKER.lastIndex = state.pos;
  const match = MARKER.exec(state.src);
  const [text, digits] = match ?? [];
  if (text === undefined || digits === undefined || state.linkLevel > 0 || !marksOf(state.env).has(Number(digits))) {
    return false;
  }
  LINK_TO_THE_WEB.lastIndex = state.pos;
  if (leaveLinks && LINK_TO_THE_WEB.test(state.src)) {
    return false;
  }
  if (isRepeated(state, digits)) {
    state.pending = '';
  } else {
    state.push('citation', 'button', 0).content = digits;
  }
  state.pos += text.length;
  return true;
}

/** Sentences that rest on the same lines follow each other, each with its marker: one chip after the other says no more. */
function isRepeated({ tokens, pending }: StateInline, digits: string): boolean {
  const last = tokens.at(-1);
  return last?.type === 'citation' && last.content === digits && pending.trim() === '';
}

function marksOf(env: Env | undefined): CitationMarks {
  return (env as AnswerEnv | undefined)?.marks ?? new Map<number, CitationMark>();
}
