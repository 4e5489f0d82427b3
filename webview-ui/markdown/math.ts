import type { MarkdownIt, StateInline } from 'markdown-it';

/**
 * TeX between `$`, `$$`, `\(…\)` or `\[…\]`. A single `$` opens only before a non-space and closes only after one and
 * before no digit (Pandoc's rule), so that "$5 and $6" stays money. The bounds keep a text full of openers linear.
 */
const MATH = /\$\$[^$]+\$\$|\$(?![\s$])(?:[^$\n\\]|\\.)*?(?<!\s)\$(?!\d)|\\\([^\n]{1,2000}?\\\)|\\\[[\s\S]{1,2000}?\\\]/y;

/** Keeps math as it was written, so that nothing in it is taken for emphasis or for a citation. */
export function math(md: MarkdownIt): void {
  md.inline.ruler.before('escape', 'math', parseMath);
  md.renderer.rules.math = (tokens, index) => `<span class="math">${md.utils.escapeHtml(tokens[index]?.content ?? '')}</span>`;
}

function parseMath(state: StateInline, silent: boolean): boolean {
  MATH.lastIndex = state.pos;
  const text = MATH.exec(state.src)?.[0];
  if (text === undefined || state.pos + text.length > state.posMax) {
    return false;
  }
  if (!silent) {
    state.push('math', 'span', 0).content = text;
  }
  state.pos += text.length;
  return true;
}
