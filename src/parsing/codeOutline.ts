import { declarationsOf } from './declarations';
import type { DeclarationPatterns } from './declarations';
import { indentOf, WORST_CUT } from './outline';
import type { Outline, Section } from './outline';

/** A declaration stands at the start of its line: the rest of a long line need not be searched. */
const MAX_DECLARATION_LENGTH = 240;
/** A comment longer than this is not looked for the declaration that it may belong to. */
const MAX_COMMENT_LINES = 200;

const COMMENT = /^\s*(?:\/\/|\/\*|\*|--|;|%|"""|'''|\(\*|<!--|#(?=[\s#!:-]|$))/;
const ATTRIBUTE = /^\s*(?:@\w|#?\[|template\b.*>\s*$)/;
const CLOSER = /^\s*(?:[\])}{.]|end\b|else\b|elif\b|elsif\b|rescue\b|ensure\b|except\b|finally\b|catch\b|then\b|fi\b|done\b|esac\b)/;

/** A declaration that is still open. */
interface Scope {
  readonly indent: number;
  readonly container: boolean;
}

/**
 * The declarations of code and the places to cut it: before declarations (with their comments and attributes), then at blank
 * lines, the less indented the better. Reads indentation and the starts of lines only, so it knows no language well and fails on none.
 */
export function outlineCode(lines: readonly string[], language: string): Outline {
  const patterns = declarationsOf(language);
  const sections = patterns ? sectionsOf(lines, patterns) : [];
  const cuts = Uint8Array.from(lines, (line, index) => cutBefore(line, lines[index - 1] ?? ''));
  for (const { line } of sections) {
    cuts[line] = 0;
  }
  return { sections, cuts };
}

function cutBefore(line: string, above: string): number {
  if (line.trim() === '') {
    return WORST_CUT;
  }
  const depth = Math.ceil(indentOf(line) / 2);
  if (above.trim() === '') {
    return CLOSER.test(line) ? WORST_CUT - 1 : 1 + Math.min(depth, 4);
  }
  return CLOSER.test(line) || COMMENT.test(above) || ATTRIBUTE.test(above) ? WORST_CUT - 1 : 6 + Math.min(depth, 6);
}

function sectionsOf(lines: readonly string[], patterns: DeclarationPatterns): Section[] {
  const sections: Section[] = [];
  const scopes: Scope[] = [];
  lines.forEach((line, index) => {
    if (line.trim() === '') {
      return;
    }
    const indent = indentOf(line);
    const within = innermost(scopes, indent);
    const declared = within?.container === false ? undefined : declarationIn(line.trimStart(), patterns, within !== undefined);
    if (declared) {
      closeScopes(scopes, indent);
      scopes.push({ indent, container: declared.container });
      startSection(sections, { line: startWithComment(lines, index), level: scopes.length, title: declared.name });
    } else if (leavesScope(line, lines[index - 1] ?? '', scopes, indent)) {
      closeScopes(scopes, indent);
      startSection(sections, { line: index, level: scopes.length + 1, title: '' });
    }
  });
  return sections;
}

/** The scope that a line of this indentation would be inside of. */
function innermost(scopes: readonly Scope[], indent: number): Scope | undefined {
  return scopes.findLast((scope) => scope.indent < indent);
}

function closeScopes(scopes: Scope[], indent: number): void {
  while ((scopes.at(-1)?.indent ?? -1) >= indent) {
    scopes.pop();
  }
}

/** A statement behind a blank line, no deeper than the declaration before it, no longer belongs to that declaration. */
function leavesScope(line: string, above: string, scopes: readonly Scope[], indent: number): boolean {
  return above.trim() === '' && indent <= (scopes.at(-1)?.indent ?? -1) && !CLOSER.test(line);
}

function startSection(sections: Section[], section: Section): void {
  // What looked like statements of their own was the comment above this declaration.
  while ((sections.at(-1)?.line ?? -1) >= section.line) {
    sections.pop();
  }
  sections.push(section);
}

function declarationIn(
  line: string,
  patterns: DeclarationPatterns,
  inContainer: boolean,
): { readonly name: string; readonly container: boolean } | undefined {
  const head = line.slice(0, MAX_DECLARATION_LENGTH);
  const nameBy = (all: readonly RegExp[]): string | undefined =>
    all.map((pattern) => pattern.exec(head)?.[1]).find((name) => name !== undefined)?.replaceAll('"', '').trim();
  const container = nameBy(patterns.containers);
  if (container !== undefined) {
    return { name: container, container: true };
  }
  const leaf = nameBy(patterns.leaves) ?? (inContainer ? patterns.members?.exec(head)?.[1] : undefined);
  return leaf === undefined ? undefined : { name: leaf, container: false };
}

/** The line where the comments and attributes directly above a declaration begin. */
function startWithComment(lines: readonly string[], declaration: number): number {
  const indent = indentOf(lines[declaration] ?? '');
  const limit = Math.max(0, declaration - MAX_COMMENT_LINES);
  let line = declaration;
  while (line > limit) {
    const above = lines[line - 1] ?? '';
    if (/\*\/\s*$/.test(above) && !/^\s*\/\*/.test(above)) {
      const opening = commentOpening(lines, line - 1, limit);
      if (opening === undefined) {
        break;
      }
      line = opening;
    } else if ((COMMENT.test(above) || ATTRIBUTE.test(above)) && indentOf(above) === indent) {
      line--;
    } else {
      break;
    }
  }
  return line;
}

function commentOpening(lines: readonly string[], closing: number, limit: number): number | undefined {
  for (let line = closing; line >= limit; line--) {
    if (/^\s*\/\*/.test(lines[line] ?? '')) {
      return line;
    }
    if (line < closing && lines[line]?.includes('*/')) {
      return undefined;
    }
  }
  return undefined;
}
