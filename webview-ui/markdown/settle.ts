/** A last line that may still become a fence, a rule, an underline of a heading or a list item. */
const UNDECIDED_LINE = /(?:^|\n)[ \t]*(?:`{1,3}|~{1,3}|[-=+*_]+|\d{1,3}[.)]?|#{1,6}|>+)[ \t]*$/;

/** A last paragraph that may still become a table: its delimiter row is not there yet. */
const UNDECIDED_TABLE = /(?:^|\n\n)\|[^\n]*(?:\n[|:\- ]*)?$/;

/** A link or image whose address is still coming: its text is shown already. */
const HALF_ADDRESS = /!?\[([^[\]\n]*)\]\([^()\n]*$/;

/** A label without its end: a marker to be, or the text of a link. */
const HALF_LABEL = /!?\[([^[\]\n]*)$/;

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?(`{3,}|~{3,})/;

/**
 * Shapes the end of a text that is still being written, so that what is half there is shown as it will be
 * when it is whole, or not yet at all. Only the last paragraph is touched; code in an open fence never is.
 */
export function settle(markdown: string): string {
  const decided = markdown.replace(UNDECIDED_LINE, '').replace(UNDECIDED_TABLE, '');
  const start = lastProse(decided);
  return decided.slice(0, start) + closeDelimiters(settleLink(decided.slice(start)));
}

/** Where the last paragraph begins, in UTF-16 units: at the very end if the text ends inside a fence. */
function lastProse(markdown: string): number {
  let open: string | undefined;
  let at = 0;
  let start = 0;
  for (const line of markdown.split('\n')) {
    const fence = FENCE.exec(line)?.[1];
    at += line.length + 1;
    if (open !== undefined && line.replace(/^[ \t>]+/, '').startsWith(open)) {
      open = undefined;
      start = at;
    } else if (open === undefined && fence !== undefined) {
      open = fence;
    }
  }
  return open === undefined ? Math.min(markdown.length, Math.max(start, markdown.lastIndexOf('\n\n') + 1)) : markdown.length;
}

function settleLink(paragraph: string): string {
  return paragraph
    .replace(HALF_ADDRESS, '$1')
    .replace(HALF_LABEL, (_whole, label: string) => (/^\d*$/.test(label) ? '' : label));
}

/** Closes `**`, `*`, `~~` and code spans that are open at the end, and drops an opener with nothing after it. */
function closeDelimiters(paragraph: string): string {
  const open: string[] = [];
  let at = 0;
  for (const match of paragraph.matchAll(/\\.|`+|\*{1,3}|~~/gs)) {
    const delimiter = match[0];
    if (match.index < at || delimiter.startsWith('\\')) {
      continue;
    }
    at = match.index + delimiter.length;
    if (delimiter.startsWith('`')) {
      const end = paragraph.indexOf(delimiter, at);
      if (end < 0) {
        return at === paragraph.length ? paragraph.slice(0, match.index) : paragraph + delimiter;
      }
      at = end + delimiter.length;
    } else if (at === paragraph.length && open.at(-1) !== delimiter) {
      return paragraph.slice(0, match.index).trimEnd() + open.reverse().join('');
    } else {
      toggle(open, delimiter, /\s/.test(paragraph[at] ?? ' '));
    }
  }
  return open.length === 0 ? paragraph : paragraph.trimEnd() + open.reverse().join('');
}

function toggle(open: string[], delimiter: string, isBeforeSpace: boolean): void {
  if (open.at(-1) === delimiter) {
    open.pop();
  } else if (!isBeforeSpace) {
    open.push(delimiter);
  }
}
