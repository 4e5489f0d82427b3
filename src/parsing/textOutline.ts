import { indentOf, plainTitle, WORST_CUT } from './outline';
import type { Outline, Section } from './outline';

/** A heading that one line gives away: its level, and its title. */
type HeadingRule = (line: string) => { readonly level: number; readonly title: string } | undefined;

const BY_MARKS = (pattern: RegExp): HeadingRule => (line) => {
  const [, marks, title] = pattern.exec(line) ?? [];
  return marks === undefined || title === undefined ? undefined : { level: marks.length, title };
};

const MAX_HTML_TITLE = 400;
/** The mark that documentation tools put behind headings. */
const PERMALINK = /(?<=>)[#¶§](?=<\/a>)/g;
const TEX_LEVELS = ['part', 'chapter', 'section', 'subsection', 'subsubsection'];

const HEADING_RULES: Readonly<Record<string, HeadingRule>> = {
  asciidoc: BY_MARKS(/^(={1,6})\s+(\S.*)$/),
  org: BY_MARKS(/^(\*{1,8})\s+(\S.*)$/),
  man: (line) => {
    const [, letter, title] = /^\.S([HhSs])\s+"?([^"]+)/.exec(line) ?? [];
    return letter === undefined || title === undefined ? undefined : { level: /[Hh]/.test(letter) ? 1 : 2, title };
  },
  tex: (line) => {
    const [, name, title] = /^\s*\\(part|chapter|(?:sub){0,2}section)\*?\{([^{}]+)/.exec(line) ?? [];
    return name === undefined || title === undefined ? undefined : { level: TEX_LEVELS.indexOf(name) + 1, title };
  },
  html: (line) => {
    const opening = /<h([1-6])\b[^<>]*>/i.exec(line);
    if (!opening) {
      return undefined;
    }
    const rest = line.slice(opening.index + opening[0].length).slice(0, MAX_HTML_TITLE);
    return { level: Number(opening[1]), title: rest.replace(/<\/h[^]*$/i, '').replace(PERMALINK, '') };
  },
};

const UNDERLINED = new Set(['restructuredtext', 'text']);
const UNDERLINE = /^([=\-~^"'`#*+:._<>])\1{2,}\s*$/;
/** Settings have few blank lines: what is indented less is the better place to cut. */
const STRUCTURED = new Set(['json', 'yaml', 'toml', 'ini', 'xml', 'html']);
const BULLET = /^\s*(?:[-*+•]|\d{1,3}[.)])\s|^\.(?:TP|IP|It|PP|Pp|SS)\b/;
const CLOSER = /^\s*(?:[\])}]|<\/)/;

/** The sections and the places to cut of prose, manuals and settings: by headings, blank lines and indentation. */
export function outlineText(lines: readonly string[], language: string): Outline {
  const rule = HEADING_RULES[language];
  const sections = UNDERLINED.has(language) ? underlinedSections(lines) : rule ? ruledSections(lines, rule, language === 'asciidoc') : [];
  const structured = STRUCTURED.has(language);
  const cuts = Uint8Array.from(lines, (line, index) => cutBefore(line, lines[index - 1] ?? '', structured));
  for (const { line } of sections) {
    cuts[line] = 0;
  }
  return { sections, cuts };
}

function cutBefore(line: string, above: string, structured: boolean): number {
  if (line.trim() === '') {
    return WORST_CUT;
  }
  const depth = Math.ceil(indentOf(line) / 2);
  if (above.trim() === '') {
    return 1 + Math.min(depth, 4);
  }
  if (structured) {
    return CLOSER.test(line) ? WORST_CUT - 1 : 6 + Math.min(depth, 6);
  }
  return BULLET.test(line) ? 6 + Math.min(depth, 6) : WORST_CUT - 1;
}

/** @param fenced - whether lines of four dashes, dots, … enclose what is not to be read. */
function ruledSections(lines: readonly string[], rule: HeadingRule, fenced: boolean): Section[] {
  const sections: Section[] = [];
  let fence: string | undefined;
  lines.forEach((line, index) => {
    if (fenced && /^(-{4,}|\.{4,}|\+{4,}|\/{4,})\s*$/.test(line)) {
      fence = fence === undefined ? line.trim() : fence === line.trim() ? undefined : fence;
      return;
    }
    const heading = fence === undefined ? rule(line) : undefined;
    const title = plainTitle(heading?.title ?? '');
    if (heading && title !== '') {
      sections.push({ line: index, level: heading.level, title });
    }
  });
  return sections;
}

/**
 * Titles with a line of punctuation below, and maybe one above. Which punctuation means which level is settled by the order
 * in which they appear, as in reStructuredText.
 */
function underlinedSections(lines: readonly string[]): Section[] {
  const styles: string[] = [];
  const sections: Section[] = [];
  for (let index = 0; index + 1 < lines.length; index++) {
    const title = lines[index]?.trimEnd() ?? '';
    const style = titleStyle(lines[index - 1]?.trim() ?? '', title, lines[index + 1] ?? '');
    if (style === undefined) {
      continue;
    }
    if (!styles.includes(style)) {
      styles.push(style);
    }
    sections.push({ line: style.length > 1 ? index - 1 : index, level: styles.indexOf(style) + 1, title: plainTitle(title) });
    index++;
  }
  return sections.filter((section) => section.title !== '');
}

/** The punctuation around a title: twice where it stands above it too; nothing if this is no title. */
function titleStyle(above: string, title: string, below: string): string | undefined {
  const mark = underlineMark(title, below);
  if (mark !== undefined && underlineMark(title, above) === mark) {
    return mark + mark;
  }
  return above === '' && !/^\s/.test(title) ? mark : undefined;
}

function underlineMark(title: string, underline: string): string | undefined {
  const mark = title.trim() === '' || UNDERLINE.test(title) ? undefined : UNDERLINE.exec(underline)?.[1];
  return mark !== undefined && underline.trimEnd().length >= title.length ? mark : undefined;
}
