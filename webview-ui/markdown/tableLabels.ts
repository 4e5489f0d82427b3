import type { MarkdownIt, Token } from 'markdown-it';

/** Gives every cell of a table the heading of its column, for views that are too narrow to show columns. */
export function tableLabels(md: MarkdownIt): void {
  md.core.ruler.push('table_labels', ({ tokens }) => {
    let headings: string[] = [];
    let column = 0;
    tokens.forEach((token, index) => {
      if (token.type === 'thead_open') {
        headings = [];
      } else if (token.type === 'tr_open') {
        column = 0;
      } else if (token.type === 'th_open') {
        headings.push(plainText(tokens[index + 1]));
      } else if (token.type === 'td_open') {
        token.attrSet('data-label', headings[column] ?? '');
        column += 1;
      }
    });
  });
}

function plainText(inline: Token | undefined): string {
  return (inline?.children ?? []).map(({ type, content }) => (type === 'citation' ? '' : content)).join('').trim();
}
