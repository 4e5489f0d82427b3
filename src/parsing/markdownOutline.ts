import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import { lineAt } from '../util/lines';
import { frontMatterOf } from './frontMatter';
import { plainTitle, WORST_CUT } from './outline';
import type { Outline, Section } from './outline';

/** Blocks only: what stands inside a line does not matter for cutting. Deeper nesting than this is left as plain lines. */
const parser = new MarkdownIt({ html: true, maxNesting: 60 });
parser.core.ruler.enableOnly(['normalize', 'block']);

const TABLE_ROW_CUT = 11;
const FENCE_BLANK_CUT = 12;
const FENCE_LINE_CUT = 13;
const DEEPEST_BLOCK = 4;
const HTML_HEADING = /^\s*(?:<(?:div|p|center)[^<>]*>\s*)?<h([1-6])[^<>]*>([\s\S]{1,400}?)<\/h\1>/i;

/**
 * The heading sections and the block boundaries of a Markdown text. Headings inside fences, quotes and lists, and the lines
 * of the front matter, are not headings.
 *
 * @param lines - the lines of the text, without their breaks.
 */
export function outlineMarkdown(text: string, lines: readonly string[], starts: Uint32Array): Outline {
  const frontMatter = frontMatterOf(text);
  const skipped = frontMatter ? lineAt(starts, frontMatter.end) - (frontMatter.end === text.length ? 0 : 1) : 0;
  const cuts = new Uint8Array(lines.length).fill(WORST_CUT);
  const sections: Section[] = [];
  const tokens = parser.parse(text.slice(frontMatter?.end ?? 0), {});
  tokens.forEach((token, index) => {
    if (!token.map) {
      return;
    }
    const first = token.map[0] + skipped;
    const last = token.map[1] + skipped;
    cuts[first] = Math.min(cuts[first] ?? WORST_CUT, blockCut(token) + (introduced(lines, first) ? 1 : 0));
    if (token.type === 'fence' || token.type === 'code_block') {
      cutInsideCode(cuts, lines, first + 1, last);
    }
    const section = headingOf(token, tokens[index + 1], first);
    if (section) {
      cuts[first] = 0;
      sections.push(section);
    }
  });
  return { sections, cuts };
}

function blockCut(token: Token): number {
  return token.type === 'tr_open' ? TABLE_ROW_CUT : 1 + 2 * Math.min(token.level, DEEPEST_BLOCK);
}

/** Whether the block is announced by the line above ("like this:"), and so is worse to cut off. */
function introduced(lines: readonly string[], first: number): boolean {
  const above = lines[first - 1]?.trim() === '' ? lines[first - 2] : lines[first - 1];
  return /[:：]\s*$/.test(above?.slice(-20) ?? '');
}

function cutInsideCode(cuts: Uint8Array, lines: readonly string[], first: number, last: number): void {
  for (let line = first; line < last; line++) {
    const afterBlank = lines[line - 1]?.trim() === '' && lines[line]?.trim() !== '';
    cuts[line] = afterBlank ? FENCE_BLANK_CUT : FENCE_LINE_CUT;
  }
}

function headingOf(token: Token, inline: Token | undefined, line: number): Section | undefined {
  if (token.level > 0) {
    return undefined;
  }
  const html = token.type === 'html_block' ? HTML_HEADING.exec(token.content.slice(0, 1000)) : undefined;
  const level = token.type === 'heading_open' ? token.tag.slice(1) : html?.[1];
  const title = plainTitle((html ? html[2] : inline?.content) ?? '');
  return level === undefined || title === '' ? undefined : { line, level: Number(level), title };
}
